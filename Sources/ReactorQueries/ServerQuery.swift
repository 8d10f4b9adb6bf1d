public import Reactor

/// A description of how values of a server are read, for a state that caches them in ``QueryCache``.
///
/// ```swift
/// extension Feed {
///     static let comments = ServerQuery<Feed, Int, [String]>(
///         "comments", \Feed.comments, staleAfter: .seconds(30), tags: { post, _ in [QueryTag("post", post)] }
///     ) { post, core in
///         try await service.comments(on: post)
///     }
/// }
///
/// let watch = feed.watch(Feed.comments, 7)
/// ```
///
/// Watch a value while you show it. It is read if it is missing, invalidated, stale or failed, once for all watches,
/// and refetched when one of its tags is invalidated. It is evicted some time after the last watch has ended.
public struct ServerQuery<StateType: State, Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let name: String
    let member: KeyPath<StateType, QueryCache<Key, Value>> & Sendable
    let staleAfter: Duration?
    let keepUnused: Duration?
    let limit: Duration?
    let retry: RetryPolicy
    let owners: [Any.Type]
    let tags: @Sendable (Key, Value) -> [QueryTag]
    let version: (@Sendable (Value) -> Int)?
    /// Reads the value, or the page after a given value.
    let read: nonisolated(nonsending) @Sendable (Key, Value?, Core<StateType>) async throws -> Value
    let site: CallSite
}

extension ServerQuery {
    /// Creates a query. Store it in a `static let`: a core uses the first query of a name.
    ///
    /// - Parameters:
    ///   - name: The name of the ``QueryCache``.
    ///   - member: The property of the state with the ``QueryCache``.
    ///   - staleAfter: The age from which a value is refetched when a watch begins. With nil, only invalidated values
    ///     are.
    ///   - keepUnused: The time after which a value without a watch is evicted. nil never evicts it.
    ///   - limit: The time that a response waits for local changes, see
    ///     ``Reactor/Core/readBetweenChanges(about:limit:fileID:line:_:)``.
    ///   - retry: The rules for further attempts after a failure.
    ///   - owner: The type whose `Reset` refuses reads in flight and refetches the values. nil uses the type of the
    ///     state.
    ///   - tags: A closure that returns the tags of a value, which invalidate it, and by which local changes overlap
    ///     with its reads.
    ///   - version: A closure that returns the version of a value, if the server provides one. The newest version is
    ///     shown regardless of the order of responses, and local changes do not overlap with reads.
    ///   - read: A closure that calls the server, on the command executor.
    public init(
        _ name: String, _ member: KeyPath<StateType, QueryCache<Key, Value>> & Sendable, staleAfter: Duration? = nil,
        keepUnused: Duration? = .seconds(60), limit: Duration? = .seconds(30), retry: RetryPolicy = .never,
        owner: Any.Type? = nil, tags: @escaping @Sendable (Key, Value) -> [QueryTag] = { _, _ in [] },
        version: (@Sendable (Value) -> Int)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ read: nonisolated(nonsending) @escaping @Sendable (Key, Core<StateType>) async throws -> Value
    ) {
        self.init(
            name: name, member: member, staleAfter: staleAfter, keepUnused: keepUnused, limit: limit, retry: retry,
            owners: [owner ?? StateType.self], tags: tags, version: version,
            read: { key, _, core in try await read(key, core) }, site: CallSite(fileID, line))
    }

    /// Creates a query of paginated lists.
    ///
    /// A list is refetched page by page, with the current number of pages, in serial requests, and is shown when all
    /// have succeeded. If one fails, the list is not changed. ``Reactor/Core/loadMore(_:_:fileID:line:)`` reads the
    /// next page.
    ///
    /// The parameters are those of a query of single values, and `read` requests the page of a cursor, which is nil for the
    /// first page.
    public init<Item, Cursor>(
        pages name: String, _ member: KeyPath<StateType, QueryCache<Key, Value>> & Sendable,
        staleAfter: Duration? = nil,
        keepUnused: Duration? = .seconds(60), limit: Duration? = .seconds(30), retry: RetryPolicy = .never,
        owner: Any.Type? = nil, tags: @escaping @Sendable (Key, Value) -> [QueryTag] = { _, _ in [] },
        fileID: StaticString = #fileID, line: UInt = #line,
        _ read: nonisolated(nonsending) @escaping @Sendable (Key, Cursor?, Core<StateType>) async throws -> Value
    ) where Value == PageList<Item, Cursor> {
        self.init(
            name: name, member: member, staleAfter: staleAfter, keepUnused: keepUnused, limit: limit, retry: retry,
            owners: [owner ?? StateType.self], tags: tags, version: nil,
            read: { key, held, core in try await read(key, held?.next, core) }, site: CallSite(fileID, line))
    }

    /// The entry of one key, for `subscribe(to:)` and `updates(of:)` during a watch. It is empty if the key was never
    /// read.
    ///
    /// ```swift
    /// for await entry in feed.updates(of: Feed.posts.entry(7)) { print(entry.value?.title ?? "…") }
    /// ```
    public func entry(_ key: Key) -> Derived<StateType, QueryCache<Key, Value>.Entry> {
        .row(member, revision: { $0.revision }, { $0.entries }, id: key, default: .init(id: key))
    }
}
