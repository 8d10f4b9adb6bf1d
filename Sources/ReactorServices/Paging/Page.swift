/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
    /// The items. A page can be empty, even in the middle of a list.
    public let items: [Item]
    /// The token of the next page, or nil on the last page.
    public let next: ContinuationToken?

    /// The response that the page was decoded from, or nil if it did not come from a service.
    public let raw: Response?

    /// Creates a page.
    public init(items: [Item], next: ContinuationToken? = nil, raw: Response? = nil) {
        self.items = items
        self.next = next
        self.raw = raw
    }
}
