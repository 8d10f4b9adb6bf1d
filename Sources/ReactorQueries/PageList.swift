public import Reactor

/// The pages of a list that were read so far, as one: what a ``ServerQuery`` of pages holds.
///
/// ```swift
/// struct Timeline: State {
///     var lists = Queries<String, PageList<Post, Int>>("timeline")
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
/// A read answers with the list of one page. ``Reactor/Core/loadMore(_:_:fileID:line:)`` has the next one read, and puts it
/// behind those that are held.
public struct PageList<Item: Identifiable & Sendable, Cursor: Sendable>: Sendable where Item.ID: Sendable {
    /// The items of all pages, in their order. One that is on two pages is shown once, where it came first.
    public var items: KeyedRows<Item.ID, Item>
    /// The cursor of the next page; nil on the last page. If a server returns the cursor of a page that was read before, no
    /// further page is read, and the list has failed (``QueryEntry/failure``).
    public let next: Cursor?
    /// How many pages they are of. As many are read when the list is read anew.
    public let pages: Int
    /// The cursors of the pages that were read; nil for the first page alone.
    private let cursors: [Cursor]?
}

extension PageList: ContinuedValue {
    /// One page, as the server gave it.
    ///
    /// - Parameters:
    ///   - items: what is on it.
    ///   - next: by what the server is asked for the page behind it; nil if it is the last.
    public init(_ items: some Sequence<Item>, next: Cursor?) {
        self.init(items: KeyedRows(items) { first, _ in first }, next: next, pages: 1, cursors: nil)
    }

    var hasMore: Bool { next != nil && !isCircular }

    var isCircular: Bool {
        guard let cursors, let next = next as? any Equatable else { return false }
        return cursors.contains { next.isEqual(to: $0) }
    }

    func continued(by part: Any) -> Any {
        guard let part = part as? PageList else { return self }
        var items = items
        items.append(contentsOf: part.items)
        return PageList(
            items: items, next: part.next, pages: pages + part.pages,
            cursors: (cursors ?? []) + [next].compactMap { $0 } + (part.cursors ?? []))
    }
}

extension PageList: Equatable where Item: Equatable, Cursor: Equatable {}
extension PageList: Hashable where Item: Hashable, Cursor: Hashable {}
extension PageList: Encodable where Item: Encodable, Cursor: Encodable {}
extension PageList: Decodable where Item: Decodable, Cursor: Decodable {}

/// A value that is read part by part.
protocol ContinuedValue {
    var pages: Int { get }
    var hasMore: Bool { get }
    /// Whether it leads back to a part that was read, and would be read without end.
    var isCircular: Bool { get }
    func continued(by part: Any) -> Any
}

/// What is held and the part behind it.
func continued<Value>(_ held: Value, by part: Value) -> Value {
    (held as? any ContinuedValue)?.continued(by: part) as? Value ?? part
}
