public import Reactor

/// A name for what a value holds, by which it can be invalidated.
///
/// ```swift
/// feed.invalidate("post")                        // every value with a tag of this name
/// feed.invalidate(QueryTag("post", 7))           // the values that hold post 7
/// ```
///
/// A change of the app's own that is `about:` a tag is also what crosses a read of such a value.
public struct QueryTag: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// What kind of thing it is.
    public let name: String
    /// Which one it is; nil for all of the kind.
    public let key: String?

    /// All of a kind.
    public init(_ name: String) { (self.name, key) = (name, nil) }

    /// One of a kind, by what its key is called: `7` and `"7"` are the same.
    public init(_ name: String, _ key: some CustomStringConvertible) {
        (self.name, self.key) = (name, key.description)
    }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { key.map { "\(name) \($0)" } ?? name }

    /// The tags whose invalidation concerns what has this one: itself, and all of its kind.
    var covering: [QueryTag] { key == nil ? [self] : [self, QueryTag(name)] }
}

/// What has these tags has changed at the server. Fired by ``Reactor/Core/invalidate(_:)``.
///
/// Only the library makes it, at the end of the log: below, it would stand before reads that began since.
public struct QueriesInvalidated: Event, AnnouncedEvent, Codable, Hashable {
    /// What has changed.
    package let tags: [QueryTag]

    package init(_ tags: [QueryTag]) { self.tags = tags }
}

extension QueryEvents: ModuleEvents {
    package static var events: [(type: any (Event & Codable).Type, name: String)] {
        [(QueriesInvalidated.self, "queries.invalidated")]
    }
}
