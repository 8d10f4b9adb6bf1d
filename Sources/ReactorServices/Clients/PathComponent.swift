/// A text as one component of a path: whatever stands in it, it adds no other component and ends no path.
///
/// ```swift
/// let path = "/weights/\(try PathComponent("a/b"))"     // /weights/a%2Fb
/// ```
public struct PathComponent: CustomStringConvertible, Sendable {
    public let description: String

    /// A key as it may stand in a path.
    ///
    /// - Throws: ``PathComponentError`` for a key that would name what is above it.
    public init(_ key: String) throws(PathComponentError) {
        guard !key.isEmpty else { throw PathComponentError(.empty) }
        guard !PercentEncoding.climbs(key) else { throw PathComponentError(.dots) }
        description = PercentEncoding.component(key)
    }
}

/// Why a key cannot stand in a path.
public struct PathComponentError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        /// It is empty, and the path would name the whole collection.
        case empty
        /// It has `.` or `..` between slashes in it, which paths take for other places.
        case dots
    }

    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    public var description: String { Errors.pathComponent(self) }
}
