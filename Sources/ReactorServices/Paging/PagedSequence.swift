/// The items of a paginated list, which is fetched while you iterate over it.
///
/// Every item occurs once, in the service's order. A page is fetched when its first item is requested. If that fails,
/// `next()` throws, and the next `next()` fetches the same page again, so that no item is skipped or repeated. Each
/// loop reads the list from its beginning, or from the token of the initializer.
///
/// A list can have any number of pages, so there is no method that returns all items as an array.
///
/// ```swift
/// let list = PagedSequence<String> { token in
///     token == nil ? Page(items: ["a", "b"], next: .init(rawValue: "2")) : Page(items: ["c"])
/// }
/// for try await name in list { print(name) }
/// for try await page in list.byPage { print(page.items, page.next ?? "the end") }
/// ```
public struct PagedSequence<Item: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Item

    private let pages: Pages

    /// The pages of the list.
    public var byPage: some AsyncSequence<Page<Item>, any Error> & Sendable { pages }

    /// Creates a list that is fetched by `fetch`, which receives nil for the first page, and then the token of the
    /// previous page.
    ///
    /// - Parameters:
    ///   - token: The token to begin with, or nil for the beginning.
    ///   - fetch: A closure that requests the page of a token.
    public init(
        from token: ContinuationToken? = nil,
        fetch: @escaping @Sendable (ContinuationToken?) async throws -> Page<Item>
    ) {
        pages = Pages(start: token, fetch: fetch)
    }

    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Item, any Error> {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// An iterator over the items.
    private struct Iterator: AsyncIteratorProtocol {
        private var pages: Pages.Iterator
        private var items: ArraySlice<Item> = []

        init(pages: Pages.Iterator) { self.pages = pages }

        /// Returns the next item, or nil at the end of the list.
        ///
        /// - Throws: The error of `fetch`. The next call fetches the same page again.
        mutating func next() async throws -> Item? {
            while items.isEmpty {
                guard let page = try await pages.next() else { return nil }
                items = page.items[...]
            }
            return items.removeFirst()
        }
    }
}

extension PagedSequence {
    /// The pages of a list.
    struct Pages: AsyncSequence, Sendable {
        typealias Element = Page<Item>

        let start: ContinuationToken?
        let fetch: @Sendable (ContinuationToken?) async throws -> Page<Item>

        func makeAsyncIterator() -> Iterator { Iterator(machine: PagingMachine(from: start), fetch: fetch) }

        /// An iterator over the pages.
        struct Iterator: AsyncIteratorProtocol {
            var machine: PagingMachine
            let fetch: @Sendable (ContinuationToken?) async throws -> Page<Item>

            /// Returns the next page, or nil after the last.
            ///
            /// - Throws: The error of `fetch`, after which the next call fetches the same page again, or
            ///   ``PagingError`` if the previous page leads to a page that was already read.
            mutating func next() async throws -> Page<Item>? {
                guard let token = try machine.request else { return nil }
                try Task.checkCancellation()
                let page = try await fetch(token)
                machine.came(next: page.next)
                return page
            }
        }
    }
}

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

/// An opaque token with which a service continues a list.
///
/// You can store a token in a state or a file, and continue the list from it later.
public struct ContinuationToken: RawRepresentable, Hashable, Codable, Sendable {
    /// The text that the service issued.
    public let rawValue: String

    /// Creates a token from a text that the service issued.
    public init(rawValue: String) { self.rawValue = rawValue }
}
