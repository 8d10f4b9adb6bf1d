public import Reactor

extension Core {
    /// Observes a value of a server. It is read if it is missing, invalidated, stale or failed, and whenever it is
    /// invalidated.
    ///
    /// ```swift
    /// let watch = feed.watch(Feed.posts, 7, every: .seconds(60)) { entry in print(entry.value?.title ?? "…") }
    /// ```
    ///
    /// Watches of the same value share its reads. A watch does not change the value and does not keep the core alive.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - key: The key of the value.
    ///   - interval: The polling interval, above zero. Of several watches the shortest interval applies.
    ///   - body: A closure that receives the entry, now and after each change, as by `Core.subscribe`.
    /// - Returns: The watch, which ends when it is cancelled or released.
    /// - Complexity: O(1). The first check after an invalidation is O(tags of the value).
    public nonisolated func watch<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key, every interval: Duration? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (QueryCache<Key, Value>.Entry) async -> Void =
            { _ in
            }
    ) -> Subscription {
        let end = reads(query)?.watch(key, every: interval)
        return plain.subscribe(to: query.entry(key), fileID: fileID, line: line, onEnd: { end?() }, body)
    }

    /// Observes a value until the task is cancelled, as a view's `.task` is when the view disappears.
    ///
    /// ```swift
    /// await feed.watching(Feed.posts, 7)
    /// ```
    public nonisolated(nonsending) func watching<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key, every interval: Duration? = nil
    ) async {
        guard let end = reads(query)?.watch(key, every: interval) else { return }
        defer { end() }
        await Signal().waitOrCancel()
    }

    /// Returns a value that is fresh enough: the stored value, or the result of a read. While the core is offline, the
    /// call waits.
    ///
    /// ```swift
    /// print(try await feed.fetch(Feed.posts, 7).title)
    /// ```
    ///
    /// - Returns: The value as it is shown, including predictions.
    /// - Throws: The error of the read, or `CancellationError` if the task was cancelled or the core was closed.
    public nonisolated(nonsending) func fetch<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key
    ) async throws -> Value {
        guard let reads = reads(query) else { throw CancellationError() }
        return try await reads.value(key)
    }

    /// Refetches a value, and returns when that is complete. Use it for `.refreshable`. A read in flight is not
    /// repeated.
    ///
    /// A failure is stored in ``QueryCache/Entry/failure``.
    public nonisolated(nonsending) func refresh<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key
    ) async {
        _ = try? await reads(query)?.value(key, anew: Occasion.refresh)
    }

    /// Reads a value that will be shown soon, if it is missing, invalidated, stale or failed. This is the same as a
    /// watch that ends immediately. While the core is offline, the call does nothing.
    public nonisolated func prefetch<Key, Value>(_ query: ServerQuery<StateType, Key, Value>, _ key: Key) {
        reads(query)?.watch(key)()
    }

    /// Reads the next page of a list and appends it.
    ///
    /// ```swift
    /// feed.loadMore(Feed.lists, "all")               // for example, when the last row appears
    /// ```
    ///
    /// Calls while a page is being read, and after the last page, have no effect. If no page was read before, the first
    /// page is read. A read of the whole list in flight completes first. A failure is stored in ``QueryCache/Entry/failure``, the
    /// pages remain, and the next call tries again. Watch the list: a call for a list without a watch is reported.
    public nonisolated func loadMore<Key, Item, Cursor>(
        _ query: ServerQuery<StateType, Key, PageList<Item, Cursor>>, _ key: Key, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard let reads = reads(query) else { return }
        reads.readMore(key) { [plain] in
            plain.report(
                mistake:
                    "loadMore(\(query.name), \(key)) at \(CallSite(fileID, line)) reads another page of a list that no watch "
                    + "observes, so the list is not refetched when it is invalidated, and it is evicted after a while. Watch the "
                    + "list while it is shown.")
        }
    }

    /// Invalidates the values that have one of these tags. Values with a watch are refetched immediately, and other
    /// values when they are watched.
    ///
    /// You can call it from anywhere, including a cancelled command. A read in flight continues and is followed by
    /// another.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - fileID: The file of the call. Use the default.
    ///   - line: The line of the call. Use the default.
    ///   - isolation: The actor of the caller. Use the default.
    /// - Complexity: O(watched values with these tags).
    public nonisolated func invalidate(
        _ tags: QueryTag..., fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) {
        plain.fire(event: QueriesInvalidated(tags), fileID: fileID, line: line, isolation: isolation)
    }

    /// Predicts an event and runs a request, as
    /// ``Reactor/Core/optimistically(_:about:owner:retry:fileID:line:perform:onFailure:)`` does, and invalidates the
    /// values with these tags afterwards. This also happens after a failure, because the response may have been lost.
    /// The prediction is about the tags, so it overlaps with reads of these values.
    public nonisolated(nonsending) func optimistically(
        _ event: some Event, invalidating tags: [QueryTag], about entities: [any Hashable & Sendable] = [],
        owner: Any.Type? = nil, retry: RetryPolicy = .never, fileID: StaticString = #fileID, line: UInt = #line,
        perform: nonisolated(nonsending) (Prediction) async throws -> Resolution,
        onFailure: (any Error) -> [any Event] = { _ in [] }
    ) async throws {
        defer { plain.fire(event: QueriesInvalidated(tags), fileID: fileID, line: line) }
        try await optimistically(
            event, about: entities + tags, owner: owner, retry: retry, fileID: fileID, line: line, perform: perform,
            onFailure: onFailure)
    }

    /// Returns the reads of a query on this core, or reports and returns nil if another query has the same name.
    private nonisolated func reads<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>
    ) -> QueryReads<StateType, Key, Value>? {
        let reads = companion("query \(query.name)") { QueryReads(query, self) }
        guard let reads, reads.isFor(query, self) else {
            report(
                mistake:
                    "The query \(query.name), made at \(query.site), has the same name as another query of this core for another "
                    + "place in the state, so it reads nothing. Give each query its own name.")
            return nil
        }
        return reads
    }
}
