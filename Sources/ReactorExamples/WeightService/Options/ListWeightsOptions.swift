import ReactorServices

/// The options for a list of weights.
package struct ListWeightsOptions: Sendable {
    /// The first day of the list. The default, nil, means the first stored day.
    package let from: Day?
    /// The last day of the list. The default, nil, means the last stored day.
    package let through: Day?
    /// The maximum number of weights per page. The default, nil, means that the service decides.
    package let pageSize: Int?
    /// The position after an earlier list.
    package let continuation: ContinuationToken?
    /// The options for the request of each page.
    package let request: RequestOptions

    /// Creates options. Each has a default.
    package init(
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
