/// What differs between two values, place by place.
///
/// ```swift
/// print(JSONDifference(from: ["weights": [["kilograms": 80]]], to: ["weights": [["kilograms": 81], [:]]]))
/// // weights[0].kilograms: 80 → 81
/// // weights[1]: added {}
/// ```
public struct JSONDifference: Hashable, Sendable {
    /// One place that differs.
    public struct Change: Hashable, Sendable {
        /// Where, in the earlier value. The last step to something that was added is its place in the later one.
        public let path: JSONPath
        /// What stood there. Nil when it was added.
        public let before: JSON?
        /// What stands there now. Nil when it was removed.
        public let after: JSON?
    }

    /// The places, from the start of the values to their end.
    public private(set) var changes: [Change] = []
    /// How many more places differ than were asked for.
    public private(set) var omitted = 0

    private let limit: Int

    /// Whether the values are equal.
    public var isEmpty: Bool { changes.isEmpty && omitted == 0 }

    /// Compares two values. O(size), with up to `limit` changes kept and the others counted.
    public init(from before: JSON, to after: JSON, limit: Int = 100) {
        self.limit = limit
        compare(before, after, at: JSONPath())
    }

    private mutating func compare(_ before: JSON, _ after: JSON, at path: JSONPath) {
        switch (before, after) {
        case (.object(let before), .object(let after)): compare(before, after, at: path)
        case (.array(let before), .array(let after)): compare(before, after, at: path)
        default: if before != after { add(path, before, after) }
        }
    }

    private mutating func compare(_ before: JSON.Object, _ after: JSON.Object, at path: JSONPath) {
        var later = JSON.Object.Search(after)
        for (index, member) in before.members.enumerated() {
            let path = path.appending(.key(member.key))
            if let value = later.value(of: member.key, near: index) {
                compare(member.value, value, at: path)
            } else {
                add(path, member.value, nil)
            }
        }
        var earlier = JSON.Object.Search(before)
        for (index, member) in after.members.enumerated() where earlier.value(of: member.key, near: index) == nil {
            add(path.appending(.key(member.key)), nil, member.value)
        }
    }

    private mutating func compare(_ before: [JSON], _ after: [JSON], at path: JSONPath) {
        var (left, right) = (0, 0)
        let alignment = ArrayAlignment(before: before.count, after: after.count) { before[$0] == after[$1] }
        for run in alignment.runs {
            switch run {
            case .same(let count):
                (left, right) = (left + count, right + count)
            case .changed(let removed, let inserted):
                let both = min(removed, inserted)
                for step in 0..<both {
                    compare(before[left + step], after[right + step], at: path.appending(.index(left + step)))
                }
                for step in both..<max(removed, both) {
                    add(path.appending(.index(left + step)), before[left + step], nil)
                }
                for step in both..<max(inserted, both) {
                    add(path.appending(.index(right + step)), nil, after[right + step])
                }
                (left, right) = (left + removed, right + inserted)
            }
        }
    }

    private mutating func add(_ path: JSONPath, _ before: JSON?, _ after: JSON?) {
        if changes.count < limit {
            changes.append(Change(path: path, before: before, after: after))
        } else {
            omitted += 1
        }
    }
}

extension JSONDifference: CustomStringConvertible {
    /// One line a change; long values are cut, control characters are escaped.
    public var description: String { text(valueLimit: 80) }

    /// One line a change, values cut to so many characters.
    package func text(valueLimit: Int) -> String {
        if isEmpty { return "no difference" }
        var lines = changes.map { change in
            switch (change.before, change.after) {
            case (let before?, let after?):
                "\(change.path): \(before.excerpt(valueLimit)) → \(after.excerpt(valueLimit))"
            case (nil, let after?): "\(change.path): added \(after.excerpt(valueLimit))"
            case (let before?, nil): "\(change.path): removed \(before.excerpt(valueLimit))"
            case (nil, nil): "\(change.path)"
            }
        }
        if omitted > 0 { lines.append("and \(omitted) more") }
        return lines.joined(separator: "\n")
    }
}
