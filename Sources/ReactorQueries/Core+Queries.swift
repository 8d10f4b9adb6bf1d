public import Reactor

extension Core {
    /// Watches a value of a server: from now on it is read if it is missing, invalidated, stale or failed, and whenever it is
    /// invalidated.
    ///
    /// ```swift
    /// let watch = feed.watch(Feed.posts, 7, every: .seconds(60)) { entry in print(entry.value?.title ?? "…") }
    /// ```
    ///
    /// Two who watch one value share its reads. The watch writes nothing, and does not keep the core alive.
    ///
    /// - Parameters:
    ///   - query: how it is read.
    ///   - key: which value.
    ///   - interval: how often it is read anew, more than zero; of several watches the shortest counts.
    ///   - body: called with what is known, now and whenever that has changed, as by `Core.subscribe`.
    /// - Returns: the watch, which ends when it is cancelled or released.
    /// - Complexity: O(1); the first look behind an invalidation O(tags of the value).
    public nonisolated func watch<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key, every interval: Duration? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (QueryEntry<Key, Value>) async -> Void = { _ in
        }
    ) -> Subscription {
        let end = reads(query)?.watch(key, every: interval)
        return plain.subscribe(to: query.entry(key), fileID: fileID, line: line, onEnd: { end?() }, body)
    }

    /// Watches a value until the task is cancelled, as a view's `.task` is when the view is gone.
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

    /// A value that is fresh enough: the one that is held, or the answer of a read. While there is no connection, it waits for that.
    ///
    /// ```swift
    /// print(try await feed.fetch(Feed.posts, 7).title)
    /// ```
    ///
    /// - Returns: the value as it is shown, with what is predicted of it.
    /// - Throws: the error of the read itself; `CancellationError` when the task was cancelled or the core closed.
    public nonisolated(nonsending) func fetch<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key
    ) async throws -> Value {
        guard let reads = reads(query) else { throw CancellationError() }
        return try await reads.value(key)
    }

    /// Reads a value anew, and returns when that is done: for `.refreshable`. A read that is under way is enough.
    ///
    /// A failure is shown where the value is, ``QueryEntry/failure``.
    public nonisolated(nonsending) func refresh<Key, Value>(
        _ query: ServerQuery<StateType, Key, Value>, _ key: Key
    ) async {
        _ = try? await reads(query)?.value(key, anew: Occasion.refresh)
    }

    /// Reads a value that is going to be looked at, if it is missing, invalidated, stale or failed: as a watch that ends at
    /// once. Without a connection it does nothing.
    public nonisolated func prefetch<Key, Value>(_ query: ServerQuery<StateType, Key, Value>, _ key: Key) {
        reads(query)?.watch(key)()
    }

    /// Reads the page behind those that are held of a list, and puts it there when it comes.
    ///
    /// ```swift
    /// feed.loadMore(Feed.lists, "all")               // from the last row, say
    /// ```
    ///
    /// Two calls at once are one. Behind the last page it does nothing; while nothing is held, the first page is the next one. It
    /// waits for a read of the list that is under way. A failure is shown as that of any read, ``QueryEntry/failure``; the
    /// pages that are held stay, and the next call tries again. Watch the list: of one that nobody watches this is reported.
    public nonisolated func loadMore<Key, Item, Cursor>(
        _ query: ServerQuery<StateType, Key, PageList<Item, Cursor>>, _ key: Key, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard let reads = reads(query) else { return }
        reads.watch(key, more: true)()
        if reads.isWatched(key) || key != key { return }
        report(
            mistake:
                "loadMore(\(query.name), \(key)) at \(CallSite(fileID, line)) reads another page of a list that no watch "
                + "observes, so the list is not refetched when it is invalidated, and it is evicted after a while. Watch the list "
                + "while it is shown.")
    }

    /// Says that what has one of these tags has changed at the server. What of it is watched is read, the rest when it is
    /// watched.
    ///
    /// From anywhere, also from a command that was cancelled meanwhile. A read that is under way goes on, and is followed by
    /// another.
    ///
    /// - Complexity: O(what is watched and has the tags), however much is watched.
    public nonisolated func invalidate(_ tags: QueryTag...) {
        plain.fire(event: QueriesInvalidated(tags))
    }

    /// Shows an event at once and asks the world whether it holds, as
    /// ``Reactor/Core/optimistically(_:about:owner:retry:fileID:line:perform:onFailure:)`` does, and invalidates what has these tags
    /// when that is over: also when it failed, since the answer may have been lost. The change is about the tags, so it
    /// crosses reads of what has them.
    public nonisolated(nonsending) func optimistically(
        _ event: some Event, invalidating tags: [QueryTag], about entities: [any Hashable & Sendable] = [],
        owner: Any.Type? = nil, retry: RetryPolicy = .never, fileID: StaticString = #fileID, line: UInt = #line,
        perform: nonisolated(nonsending) (Prediction) async throws -> Resolution,
        onFailure: (any Error) -> [any Event] = { _ in [] }
    ) async throws {
        defer { plain.fire(event: QueriesInvalidated(tags)) }
        try await optimistically(
            event, about: entities + tags, owner: owner, retry: retry, fileID: fileID, line: line, perform: perform,
            onFailure: onFailure)
    }

    /// What performs the reads of a query on this core; nil, and reported, if another has its name.
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
