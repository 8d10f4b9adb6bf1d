import Reactor
public import ReactorQueries

/// The entries that a test of a query expects.
extension QueryCache {
    /// Expects the entry of one key. The numbers, reasons and times of its reads, which a test cannot know, are copied from
    /// the state that the core has reached. All other entries must be as before.
    ///
    /// ```swift
    /// import ReactorQueries
    ///
    /// struct Library: State, Equatable {
    ///     var titles = QueryCache<Int, String>("titles")
    ///     mutating func react(to event: any Event) { _ = titles.react(to: event) }
    ///
    ///     static let titles = ServerQuery<Library, Int, String>("titles", \Library.titles) { id, _ in "Book \(id)" }
    /// }
    ///
    /// let core = TestCore(state: Library())
    /// let watch = core.core.watch(Library.titles, 7)
    /// try await core.receive(QueryChange<Int, String>.self) {
    ///     $0.titles.expect(7, nil, isFetching: true, in: core.actualState.titles)
    /// }
    /// try await core.receive(QueryChange<Int, String>.self) { $0.titles.expect(7, "Book 7", in: core.actualState.titles) }
    /// try await core.finish()
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the entry.
    ///   - value: The expected value, or nil if there is none.
    ///   - isFetching: Whether a read is in flight.
    ///   - failure: The description of the error of the last read, or nil.
    ///   - found: The same property of the state that the core has reached.
    public mutating func expect(
        _ key: Key, _ value: Value?, isFetching: Bool = false, failure: String? = nil, in found: Self
    ) {
        var entry = found.entries[id: key] ?? .init(id: key)
        entry.value = value
        if entry.isFetching != isFetching { entry.ended = isFetching ? entry.began - 1 : entry.began }
        if entry.failure != failure {
            (entry.failed, entry.message) = (failure == nil ? 0 : entry.shown + 1, failure ?? "")
            // The failure of a circular list follows from its value.
            if entry.failure != failure { (entry.failed, entry.message) = (entry.shown + 1, "none") }
        }
        let isExpected = found.entries[id: key] != nil || value != nil || isFetching || failure != nil
        entries[id: key] = isExpected ? entry : nil
    }
}
