/// A string as one component of a path. Slashes and other delimiters in it are encoded.
///
/// ```swift
/// let path = "/weights/\(try PathComponent("a/b"))"     // /weights/a%2Fb
/// ```
public struct PathComponent: CustomStringConvertible, Sendable {
    public let description: String

    /// Encodes a key for a path.
    ///
    /// - Throws: ``PathComponentError`` if the key is empty or contains dot segments.
    public init(_ key: String) throws(PathComponentError) {
        guard !key.isEmpty else { throw PathComponentError.empty }
        guard !PercentEncoding.climbs(key) else { throw PathComponentError.dots }
        description = PercentEncoding.component(key)
    }
}

/// The error of a key that cannot be a component of a path.
public struct PathComponentError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The key is empty, and the path would name the whole collection.
    static let empty = PathComponentError(
        "The key is empty, so its path would name the whole collection. Use the key of one entity.")

    /// The key contains `.` or `..` between slashes, which a path resolves to another place.
    static let dots = PathComponentError(
        "The key contains \".\" or \"..\" between slashes, which a path resolves to another place. Give the entity another key."
    )
}
