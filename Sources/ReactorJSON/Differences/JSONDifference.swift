/// The differences between two values.
///
/// ```swift
/// print(JSONDifference(from: ["weights": [["kilograms": 80]]], to: ["weights": [["kilograms": 81], [:]]]))
/// // weights[0].kilograms: 80 → 81
/// // weights[1]: added {}
/// ```
public struct JSONDifference: Hashable, Sendable {
    /// A place that differs.
    public struct Change: Hashable, Sendable {
        /// The path in the earlier value. The last step to an added value is its place in the later value.
        public let path: JSONPath
        /// The earlier value, or nil if it was added.
        public let before: JSON?
        /// The later value, or nil if it was removed.
        public let after: JSON?
    }

    /// The changes, in the order of the values.
    public private(set) var changes: [Change] = []
    /// The number of changes that exceed the limit.
    public private(set) var omitted = 0

    private let limit: Int

    /// Whether the values are equal.
    public var isEmpty: Bool { changes.isEmpty && omitted == 0 }

    /// Compares two values. O(size). It stores at most `limit` changes and counts the others.
    public init(from before: JSON, to after: JSON, limit: Int = 100) {
        self.init(from: EncodedValue(before), to: EncodedValue(after), limit: limit)
    }

    /// Compares two values. Parts that are the same object in memory are skipped.
    package init(from before: EncodedValue, to after: EncodedValue, limit: Int = 100) {
        self.limit = limit
        compare(before, after, at: JSONPath())
    }

    private mutating func compare(_ before: EncodedValue, _ after: EncodedValue, at path: JSONPath) {
        if before.isSame(as: after) { return }
        if let old = before.members, let new = after.members {
            new.forEachDifference(from: old) { key, before, after in
                guard let before else { return }
                let path = path.appending(.key(key))
                if let after { compare(before, after, at: path) } else { add(path, before.json, nil) }
            }
            new.forEachDifference(from: old) { key, before, after in
                if before == nil { add(path.appending(.key(key)), nil, after?.json) }
            }
        } else if let old = before.list, let new = after.list {
            compare(old, new, at: path)
        } else {
            add(path, before.json, after.json)
        }
    }

    private mutating func compare(_ before: EncodedList, _ after: EncodedList, at path: JSONPath) {
        let (head, tail) = before.common(with: after) { $0.isEqual(to: $1) }
        let (old, new) = (before.elements(head..<before.count - tail), after.elements(head..<after.count - tail))
        let alignment = ArrayAlignment(before: old.count, after: new.count) { old[$0].isEqual(to: new[$1]) }
        alignment.forEachChange { left, right in
            let both = min(left.count, right.count)
            for (mine, theirs) in zip(left, right) {
                compare(old[mine], new[theirs], at: path.appending(.index(head + mine)))
            }
            for index in left.dropFirst(both) { add(path.appending(.index(head + index)), old[index].json, nil) }
            for index in right.dropFirst(both) { add(path.appending(.index(head + index)), nil, new[index].json) }
        }
    }

    private mutating func add(
        _ path: JSONPath, _ before: @autoclosure () -> JSON?, _ after: @autoclosure () -> JSON?
    ) {
        if changes.count < limit {
            changes.append(Change(path: path, before: before(), after: after()))
        } else {
            omitted += 1
        }
    }
}

extension JSONDifference: CustomStringConvertible {
    /// A line for each change. Long values are cut, and control characters are escaped.
    public var description: String { text(valueLimit: 80) }

    /// Returns a line for each change, with values cut at this number of characters.
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
