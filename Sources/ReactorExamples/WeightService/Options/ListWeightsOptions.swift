public import ReactorServices

/// The options for a list of weights.
public struct ListWeightsOptions: Sendable {
    /// The first day of the list; nil for the first there is.
    public let from: Day?
    /// The last day of the list; nil for the last there is.
    public let through: Day?
    /// How many weights a page has at most; nil for as many as the service likes.
    public let pageSize: Int?
    /// The position after an earlier list.
    public let continuation: ContinuationToken?
    /// The options for the request of each page.
    public let request: RequestOptions

    /// Options, each with a default.
    public init(
        from: Day? = nil, through: Day? = nil, pageSize: Int? = nil, continuation: ContinuationToken? = nil,
        request: RequestOptions = RequestOptions()
    ) {
        self.from = from
        self.through = through
        self.pageSize = pageSize
        self.continuation = continuation
        self.request = request
    }
}
