public import Reactor

/// A name for the content of values, by which they are invalidated.
///
/// ```swift
/// feed.invalidate("post")                        // every value with a tag of this name
/// feed.invalidate(QueryTag("post", 7))           // the values that contain post 7
/// ```
///
/// A local change that is `about:` a tag overlaps with reads of the values that have the tag.
public struct QueryTag: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The kind of the entity.
    public let name: String
    /// The key of the entity, or nil for all entities of the kind.
    public let key: String?

    /// Creates a tag for all entities of a kind.
    public init(_ name: String) { (self.name, key) = (name, nil) }

    /// Creates a tag for one entity. Keys are compared by their descriptions: `7` and `"7"` are equal.
    public init(_ name: String, _ key: some CustomStringConvertible) {
        (self.name, self.key) = (name, key.description)
    }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { key.map { "\(name) \($0)" } ?? name }

    /// The tags whose invalidation affects values with this tag: the tag itself, and its kind.
    var covering: [QueryTag] { key == nil ? [self] : [self, QueryTag(name)] }
}

/// The event by which ``Reactor/Core/invalidate(_:fileID:line:isolation:)`` invalidates values with these tags.
///
/// Only Reactor fires it, at the end of the log. At an earlier position, it would precede reads that have begun since.
public struct QueriesInvalidated: Event, AnnouncedEvent, Codable, Hashable {
    package let tags: [QueryTag]

    package init(_ tags: [QueryTag]) { self.tags = tags }
}

extension QueryEvents: ModuleEvents {
    package static var events: [(type: any (Event & Codable).Type, name: String)] {
        [(QueriesInvalidated.self, "queries.invalidated")]
    }
}
