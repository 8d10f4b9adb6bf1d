/// What differs between two values, member by member: only what differs, each with its path.
///
/// ```swift
/// let difference = StateDifference(expected: [80.5], found: [80.5, 81])
/// print(difference)          //   [1]: expected nothing, found 81.0
/// ```
///
/// Values that are Equatable differ when `==` says so; of others, members are compared, and what cannot be compared, a
/// closure say, counts as equal. Collections of Identifiable elements are compared by id, others by position, with what
/// was inserted and removed kept apart; dictionaries by key; sets by element; enums by case and payload.
///
/// - Complexity: O(size) for values whose collections hold Equatable elements, and bounded output: at most `limit`
///   members of a few hundred characters.
public struct StateDifference: Sendable, Hashable {
    /// A member that differs.
    struct Member: Sendable, Hashable {
        /// Where it is: `entries[id: 7].isSaved`. Empty for the whole.
        let path: String
        /// What was expected, as text; nil where nothing was.
        let expected: String?
        /// What was found, as text; nil where nothing was.
        let found: String?
        /// What cannot be seen from the texts.
        let note: String?

        init(_ path: String, expected: String?, found: String?, note: String? = nil) {
            self.path = path
            self.expected = expected
            self.found = found
            self.note = note
        }
    }

    /// The members that differ, up to the limit.
    let members: [Member]
    /// Whether there may be more than the limit.
    let isCut: Bool

    /// Compares two values.
    ///
    /// - Parameters:
    ///   - expected: the value that should be there.
    ///   - found: the value that is there.
    ///   - limit: how many properties are listed at most.
    public init<Value>(expected: Value, found: Value, limit: Int = 20) {
        var reader = DifferenceReader(limit: limit)
        reader.compare(expected, found, at: "")
        members = reader.members
        isCut = reader.isCut
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { members.isEmpty }
}

extension StateDifference: CustomStringConvertible {
    /// A line for each member, indented.
    public var description: String {
        var lines = members.map { "  \($0)" }
        if isCut { lines.append("  … and more; the first \(members.count) are shown") }
        return lines.joined(separator: "\n")
    }
}

extension StateDifference.Member: CustomStringConvertible {
    /// `entries[0].isSaved: expected true, found false`, on three lines where one would be too long.
    package var description: String {
        let path = path.isEmpty ? "the value" : path
        let (expected, found) = (expected ?? "nothing", found ?? "nothing")
        let note = note.map { " (\($0))" } ?? ""
        let line = "\(path): expected \(expected), found \(found)\(note)"
        guard line.count > 110 else { return line }
        return "\(path):\(note)\n    expected \(expected)\n    found    \(found)"
    }
}
