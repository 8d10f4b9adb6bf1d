public import Reactor

/// How values of a server are read that a state keeps in ``Queries``.
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
/// Who looks at a value watches it; that is all. It is then read if it is missing, invalidated, stale or failed, once for all
/// who watch, again when one of its tags is invalidated, and forgotten a while after the last watch is over.
public struct ServerQuery<StateType: State, Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let name: String
    let member: KeyPath<StateType, Queries<Key, Value>> & Sendable
    let staleAfter: Duration?
    let keepUnused: Duration?
    let limit: Duration?
    let retry: RetryPolicy
    let owners: [Any.Type]
    let tags: @Sendable (Key, Value) -> [QueryTag]
    let version: (@Sendable (Value) -> Int)?
    /// Asks for the value, or for the page behind what is held.
    let read: nonisolated(nonsending) @Sendable (Key, Value?, Core<StateType>) async throws -> Value
    let site: CallSite
}

extension ServerQuery {
    /// A query. Keep it in a `static let`: the first of a name is the one that a core goes by.
    ///
    /// - Parameters:
    ///   - name: the name that the ``Queries`` have.
    ///   - member: where they are in the state.
    ///   - staleAfter: how old a value may be when somebody begins to watch; nil for as old as it likes, until it is invalidated.
    ///   - keepUnused: how long a value is kept when nobody watches it any more; nil for ever.
    ///   - limit: how long an answer waits for the app's own changes, see
    ///     ``Reactor/Core/readBetweenChanges(about:isFirst:limit:fileID:line:_:)``.
    ///   - retry: whether a failed attempt is followed by another.
    ///   - owner: the type whose `Reset` refuses what is under way, and has it read anew; nil for the state's own.
    ///   - tags: what a value holds, by which it is invalidated, and by which a change of the app's own crosses its read.
    ///   - version: how new a value is, if the server says so. What is newer is then shown, in whatever order it comes, and
    ///     no change crosses a read.
    ///   - read: asks the server, on the command executor.
    public init(
        _ name: String, _ member: KeyPath<StateType, Queries<Key, Value>> & Sendable, staleAfter: Duration? = nil,
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

    /// A query of lists that the server gives page by page.
    ///
    /// The list that is held is read anew page by page, as many as there were, one request after the other, and shown at once; if
    /// one fails, all stays as it was. ``Reactor/Core/loadMore(_:_:fileID:line:)`` reads the next one.
    ///
    /// - Parameters:
    ///   - name: what it is called, as that of its ``Queries``.
    ///   - member: where the state keeps what is read.
    ///   - staleAfter: how old a list may be; nil for any age.
    ///   - keepUnused: how long a list that nobody watches is kept; nil for ever.
    ///   - limit: how long a read may wait for changes of the app's own.
    ///   - retry: when a page is asked for again.
    ///   - owner: the type whose `Reset` starts it over; nil for that of the state.
    ///   - tags: what a list holds.
    ///   - read: asks for the page that has this cursor, nil for the first.
    public init<Item, Cursor>(
        pages name: String, _ member: KeyPath<StateType, Queries<Key, Value>> & Sendable, staleAfter: Duration? = nil,
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

    /// What is known of one key, for `subscribe(to:)` and `updates(of:)` under a watch; empty while nothing is.
    ///
    /// ```swift
    /// for await entry in feed.updates(of: Feed.posts.entry(7)) { print(entry.value?.title ?? "…") }
    /// ```
    public func entry(_ key: Key) -> Derived<StateType, QueryEntry<Key, Value>> {
        .row(member, revision: { $0.revision }, { $0.entries }, id: key, default: QueryEntry(id: key))
    }
}
