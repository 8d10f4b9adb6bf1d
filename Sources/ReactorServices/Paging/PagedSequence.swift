/// The items of a list, fetched page by page as they are asked for.
///
/// Every item comes once, in the service's order. A page is fetched when its first item is asked for, and no earlier.
/// When that fails, `next()` throws, and the next `next()` asks for the same page again: nothing is skipped, nothing
/// comes twice. Each loop reads the list from its beginning, or from the token the sequence was made with.
///
/// There is no way to get everything as an array, on purpose: a list may have very many pages.
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

    /// The same list, a page at a time.
    public let byPage: Pages

    /// A list that is fetched by `fetch`, which is given nil for the first page, and from then on what the page before
    /// said.
    ///
    /// - Parameters:
    ///   - token: Where to begin; nil for the beginning.
    ///   - fetch: Asks the service for the page that the token names.
    public init(
        from token: ContinuationToken? = nil,
        fetch: @escaping @Sendable (ContinuationToken?) async throws -> Page<Item>
    ) {
        byPage = Pages(start: token, fetch: fetch)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(pages: byPage.makeAsyncIterator()) }

    /// One loop over the items.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: Pages.Iterator
        private var items: ArraySlice<Item> = []

        init(pages: Pages.Iterator) { self.pages = pages }

        /// The next item; nil at the end of the list.
        ///
        /// - Throws: What fetching threw. Asking again asks for the same page again.
        public mutating func next() async throws -> Item? {
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
    public struct Pages: AsyncSequence, Sendable {
        public typealias Element = Page<Item>

        let start: ContinuationToken?
        let fetch: @Sendable (ContinuationToken?) async throws -> Page<Item>

        public func makeAsyncIterator() -> Iterator { Iterator(machine: PagingMachine(from: start), fetch: fetch) }

        /// One loop over the pages.
        public struct Iterator: AsyncIteratorProtocol {
            var machine: PagingMachine
            let fetch: @Sendable (ContinuationToken?) async throws -> Page<Item>

            /// The next page; nil after the last.
            ///
            /// - Throws: What fetching threw, and asking again asks for the same page again; or ``PagingError`` when the
            ///   page before led back to one that was read already.
            public mutating func next() async throws -> Page<Item>? {
                guard let token = try machine.request else { return nil }
                try Task.checkCancellation()
                let page = try await fetch(token)
                machine.came(next: page.next)
                return page
            }
        }
    }
}
