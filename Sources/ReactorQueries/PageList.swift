public import Reactor

/// The pages of a paginated list (infinite scroll) that were read so far, as one value of a ``ServerQuery``.
///
/// ```swift
/// struct Timeline: State {
///     var lists = QueryCache<String, PageList<Post, Int>>("timeline")
///     mutating func react(to event: any Event) { _ = lists.react(to: event) }
/// }
///
/// extension Timeline {
///     static let lists = ServerQuery(pages: "timeline", \Timeline.lists) { name, cursor, core in
///         let first = cursor ?? 0
///         return PageList((first..<first + 20).map { Post(id: $0, title: "") }, next: first + 20)
///     }
/// }
/// ```
///
/// The read of the query returns one page. ``Reactor/Core/loadMore(_:_:fileID:line:)`` reads the next page and appends
/// it.
public struct PageList<Item: Identifiable & Sendable, Cursor: Sendable>: Sendable where Item.ID: Sendable {
    /// The items of all pages, in their order. An item on two pages occurs once, at its first position.
    public var items: KeyedRows<Item.ID, Item>
    /// The cursor of the next page, or nil on the last page. If a server returns the cursor of an earlier page, no
    /// further page is read, and the list has a ``QueryCache/Entry/failure``.
    public let next: Cursor?
    /// The number of pages. A refetch reads the same number.
    public let pages: Int
    /// The cursors of the pages, or nil if only the first page was read.
    private let cursors: [Cursor]?
}

extension PageList: ContinuedValue {
    /// Creates a page.
    ///
    /// - Parameters:
    ///   - items: The items of the page.
    ///   - next: The cursor of the next page, or nil if this is the last page.
    public init(_ items: some Sequence<Item>, next: Cursor?) {
        self.init(items: KeyedRows(items) { first, _ in first }, next: next, pages: 1, cursors: nil)
    }

    var hasMore: Bool { next != nil && !isCircular }

    var isCircular: Bool {
        guard let cursors, let next = next as? any Equatable else { return false }
        return cursors.contains { next.isEqual(to: $0) }
    }

    func continued(by part: Any) -> Any { (part as? PageList).map(appending) ?? self }

    /// Returns the list with the next page, as after ``Reactor/Core/loadMore(_:_:fileID:line:)``.
    public func appending(_ page: PageList) -> PageList {
        var items = items
        items.append(contentsOf: page.items)
        return PageList(
            items: items, next: page.next, pages: pages + page.pages,
            cursors: (cursors ?? []) + [next].compactMap { $0 } + (page.cursors ?? []))
    }
}

extension PageList: Equatable where Item: Equatable, Cursor: Equatable {}
extension PageList: Hashable where Item: Hashable, Cursor: Hashable {}
extension PageList: Encodable where Item: Encodable, Cursor: Encodable {}
extension PageList: Decodable where Item: Decodable, Cursor: Decodable {}

/// A value that is read in parts.
protocol ContinuedValue {
    var pages: Int { get }
    var hasMore: Bool { get }
    /// Whether the next part is one that was read already, so that reading would not end.
    var isCircular: Bool { get }
    func continued(by part: Any) -> Any
}

/// Returns a stored value with another part appended.
func continued<Value>(_ held: Value, by part: Value) -> Value {
    (held as? any ContinuedValue)?.continued(by: part) as? Value ?? part
}
