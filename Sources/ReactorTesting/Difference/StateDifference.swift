/// The differences between two values: each member that differs, with its path.
///
/// ```swift
/// let difference = StateDifference(expected: [80.5], found: [80.5, 81])
/// print(difference)          //   [1]: expected nothing, found 81.0
/// ```
///
/// Equatable values are compared with `==`, other values by their members. Members that cannot be compared, such as closures,
/// count as equal. Collections of Identifiable elements are compared by id and other collections by position, with insertions and
/// removals listed separately. Dictionaries are compared by key, sets by element, enums by case and payload.
///
/// - Complexity: O(size) for values whose collections have Equatable elements. The output has at most `limit` members of a few
///   hundred characters.
public struct StateDifference: Sendable, Hashable {
    /// A member that differs.
    struct Member: Sendable, Hashable {
        /// The path of the member, such as `entries[id: 7].isSaved`. Empty for the whole value.
        let path: String
        /// The expected value as text, or nil if the member should not exist.
        let expected: String?
        /// The actual value as text, or nil if the member does not exist.
        let found: String?
        /// A remark about a difference that the texts do not show.
        let note: String?
    }

    /// The members that differ, up to the limit.
    let members: [Member]
    /// Whether there may be more members than the limit.
    let isCut: Bool

    /// Compares two values.
    ///
    /// - Parameters:
    ///   - expected: The expected value.
    ///   - found: The actual value.
    ///   - limit: The largest number of members that are listed.
    public init<Value>(expected: Value, found: Value, limit: Int = 20) {
        var reader = DifferenceReader(limit: limit)
        reader.compare(expected, found, at: "")
        members = reader.members
        isCut = reader.isCut
    }

    /// Whether the values are equal.
    public var isEmpty: Bool { members.isEmpty }
}

extension StateDifference: CustomStringConvertible {
    public var description: String {
        var lines = members.map { "  \($0)" }
        if isCut { lines.append("  … and more; the first \(members.count) are shown") }
        return lines.joined(separator: "\n")
    }
}

extension StateDifference.Member: CustomStringConvertible {
    /// A text such as `entries[0].isSaved: expected true, found false`, on three lines if one would be too long.
    package var description: String {
        let path = path.isEmpty ? "the value" : path
        let (expected, found) = (expected ?? "nothing", found ?? "nothing")
        let note = note.map { " (\($0))" } ?? ""
        let line = "\(path): expected \(expected), found \(found)\(note)"
        guard line.count > 110 else { return line }
        return "\(path):\(note)\n    expected \(expected)\n    found    \(found)"
    }
}
