/// A part of a list, as one answer of the service held it.
public struct Page<Item: Sendable>: Sendable {
    /// What stands on it; may be empty, also in the middle of a list.
    public let items: [Item]
    /// Where the list goes on; nil on the last page.
    public let next: ContinuationToken?

    /// The answer it was read from; nil for a page that no service sent.
    public let raw: Response?

    /// A page.
    public init(items: [Item], next: ContinuationToken? = nil, raw: Response? = nil) {
        self.items = items
        self.next = next
        self.raw = raw
    }
}
