/// A walk through two values that notes the members that differ.
struct DifferenceReader {
    let limit: Int
    private(set) var members: [StateDifference.Member] = []
    private(set) var isCut = false
    /// The pairs of objects on the current path. A cycle ends at a pair that is already in it.
    private var open: Set<ObjectPair> = []

    init(limit: Int) { self.limit = limit }

    private struct ObjectPair: Hashable {
        let expected: ObjectIdentifier
        let found: ObjectIdentifier
    }

    mutating func note(_ path: String, _ expected: String?, _ found: String?, note: String? = nil) {
        guard members.count < limit else { return isCut = true }
        members.append(StateDifference.Member(path: path, expected: expected, found: found, note: note))
    }

    mutating func compare(_ expected: Any, _ found: Any, at path: String) {
        guard !isCut else { return }
        if let expected = expected as? any Transparent, let found = found as? any Transparent {
            return compare(expected.content, found.content, at: path)
        }
        let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: found))
        if left.displayStyle == .optional || right.displayStyle == .optional {
            return compareOptionals(expected, left, found, right, at: path)
        }
        guard type(of: expected) == type(of: found) else {
            return note(
                path, ValueText.short(expected), ValueText.short(found),
                note: "expected a \(type(of: expected)), found a \(type(of: found))")
        }
        let isEqual = areEqual(expected, found)
        if isEqual == true { return }
        if let expected = expected as? String, let found = found as? String {
            return compareTexts(expected, found, at: path)
        }
        let count = members.count
        switch left.displayStyle {
        case .collection: compareCollections(expected, found, at: path)
        case .dictionary, .set: (expected as? any KeyedReadable)?.compare(with: found, at: path, in: &self)
        case .enum: compareCases(expected, left, found, right, at: path)
        case .struct, .tuple, .class: compareMembers(expected, left, found, right, at: path)
        default: compareLeaves(expected, found, at: path)
        }
        if isEqual == false && members.count == count && !isCut {
            note(
                path, ValueText.short(expected), ValueText.short(found),
                note: "no visible member differs, and == returns false")
        }
    }

    /// Returns the result of `==`, or nil if the type has none.
    private func areEqual(_ expected: Any, _ found: Any) -> Bool? {
        func equal<Value: Equatable>(_ expected: Value) -> Bool? {
            if let found = found as? Value { found == expected } else { nil }
        }
        guard let expected = expected as? any Equatable else { return nil }
        return equal(expected)
    }

    // MARK: Kinds

    private mutating func compareOptionals(
        _ expected: Any, _ left: Mirror, _ found: Any, _ right: Mirror, at path: String
    ) {
        let wrapped: Any? = left.displayStyle == .optional ? left.children.first?.value : .some(expected)
        let other: Any? = right.displayStyle == .optional ? right.children.first?.value : .some(found)
        switch (wrapped, other) {
        case (nil, nil): return
        case (let wrapped?, let other?): compare(wrapped, other, at: path)
        default: note(path, ValueText.short(expected), ValueText.short(found))
        }
    }

    private mutating func compareCases(
        _ expected: Any, _ left: Mirror, _ found: Any, _ right: Mirror, at path: String
    ) {
        if let one = left.children.first, let other = right.children.first, one.label == other.label {
            compare(one.value, other.value, at: join(path, one.label))
        } else {
            compareLeaves(expected, found, at: path)
        }
    }

    private mutating func compareMembers(
        _ expected: Any, _ left: Mirror, _ found: Any, _ right: Mirror, at path: String
    ) {
        if left.displayStyle == .class {
            let pair = ObjectPair(
                expected: ObjectIdentifier(expected as AnyObject), found: ObjectIdentifier(found as AnyObject))
            guard pair.expected != pair.found, open.insert(pair).inserted else { return }
            defer { open.remove(pair) }
            return compareChildren(left, right, at: path)
        }
        // A description of a type, such as a date or a weight, is clearer than its members.
        if expected is any CustomStringConvertible, left.displayStyle == .struct {
            let (one, other) = ("\(expected)", "\(found)")
            if one != other && one.count <= 60 && other.count <= 60 { return note(path, one, other) }
        }
        compareChildren(left, right, at: path)
    }

    private mutating func compareChildren(_ left: Mirror, _ right: Mirror, at path: String) {
        var (one, other): (Mirror?, Mirror?) = (left, right)
        while let left = one, let right = other {
            for (expected, found) in zip(left.children, right.children) {
                let isWrapped = expected.value is any Transparent
                let label = isWrapped ? expected.label.map { String($0.drop { $0 == "_" }) } : expected.label
                compare(expected.value, found.value, at: join(path, label))
            }
            (one, other) = (left.superclassMirror, right.superclassMirror)
        }
    }

    private mutating func compareLeaves(_ expected: Any, _ found: Any, at path: String) {
        let (one, other) = (ValueText.short(expected), ValueText.short(found))
        if one != other { note(path, one, other) }
    }

    /// Compares texts. Long texts are shown around the first difference.
    private mutating func compareTexts(_ expected: String, _ found: String, at path: String) {
        let isShort = { (text: String) in text.utf8.count <= 80 && !text.contains("\n") }
        guard !isShort(expected) || !isShort(found) else {
            return note(path, expected.debugDescription, found.debugDescription)
        }
        let same = zip(expected, found).prefix { $0 == $1 }
        let (place, line) = (same.count, same.count { $0.0.isNewline } + 1)
        let excerpt = { (text: String) in
            let start = max(place - 20, 0)
            let part = text.dropFirst(start).prefix(80)
            return (start > 0 ? "…" : "") + String(part).debugDescription
                + (text.dropFirst(start).dropFirst(80).isEmpty ? "" : "…")
        }
        note(
            path, excerpt(expected), excerpt(found),
            note: "different from character \(place + 1)\(line > 1 ? ", line \(line)" : "")")
    }

    private func join(_ path: String, _ label: String?) -> String {
        guard let label else { return path }
        let name = label.hasPrefix(".") ? String(label.dropFirst()) : label
        return path.isEmpty ? name : "\(path).\(name)"
    }
}
