/// What turns one value into the next, as a JSON value that is small where the change is small.
///
/// | text | what it does |
/// |---|---|
/// | `0` | nothing |
/// | `[0,value]` | puts that value in place |
/// | `[1,{name:patch,…},[name,…]?]` | changes and adds members, takes members away |
/// | `[2,edit,…]` | edits an array; the places are those before any edit, ascending |
/// | `[3,at,count,text]` | replaces UTF-16 units of a string |
///
/// An edit is `[at,patch]` for one element, or `[at,count,[value,…]]` for elements that give way to others.
package struct JSONPatch: Hashable, Sendable {
    /// The patch as a value.
    package let json: JSON

    /// Whether it changes nothing.
    package var isEmpty: Bool { json == 0 }

    /// The patch from `before` to `after`. O(size of both).
    package init(from before: JSON, to after: JSON) { json = Self.patch(before, after) }

    /// The patch from `before` to `after`. Parts that are one in memory are passed over.
    package init(from before: EncodedValue, to after: EncodedValue) { json = Self.patch(before, after) }

    /// A patch that was written before. Applying it shows whether it is one.
    package init(_ json: JSON) { self.json = json }

    private enum Kind {
        static let value: JSON = 0
        static let members: JSON = 1
        static let elements: JSON = 2
        static let text: JSON = 3
    }

    private static func patch(_ before: JSON, _ after: JSON) -> JSON {
        switch (before, after) {
        case (.object(let before), .object(let after)): patch(before, after)
        case (.array(let before), .array(let after)): patch(before, after)
        case (.string(let before), .string(let after)): patch(before, after)
        default: before == after ? 0 : [Kind.value, after]
        }
    }

    private static func patch(_ before: JSON.Object, _ after: JSON.Object) -> JSON {
        if before.isIdentical(to: after) { return 0 }
        var earlier = JSON.Object.Search(before)
        var changed: [JSON.Object.Member] = []
        for (index, member) in after.members.enumerated() {
            let change =
                earlier.value(of: member.key, near: index).map { patch($0, member.value) } ?? [
                    Kind.value, member.value,
                ]
            if change != 0 { changed.append(JSON.Object.Member(key: member.key, value: change)) }
        }
        var later = JSON.Object.Search(after)
        let removed = before.members.enumerated().filter { later.value(of: $1.key, near: $0) == nil }.map(\.element)
        if changed.isEmpty, removed.isEmpty { return 0 }
        if removed.count == before.count { return [Kind.value, .object(after)] }
        let members = JSON.object(JSON.Object(distinct: changed))
        return removed.isEmpty
            ? [Kind.members, members] : [Kind.members, members, .array(removed.map { .string($0.key) })]
    }

    private static func patch(_ before: [JSON], _ after: [JSON]) -> JSON {
        let alignment = ArrayAlignment(before: before.count, after: after.count) { before[$0] == after[$1] }
        let edits = edits(along: alignment) {
            patch(before[$0], after[$1])
        } inserted: {
            Array(after[$0])
        }
        if edits.isEmpty { return 0 }
        return alignment.hasSame || before.count == edits.count
            ? .array([Kind.elements] + edits) : [Kind.value, .array(after)]
    }

    private static func edits(
        from offset: Int = 0, along alignment: ArrayAlignment, patch: (Int, Int) -> JSON,
        inserted: (Range<Int>) -> [JSON]
    ) -> [JSON] {
        var edits: [JSON] = []
        alignment.forEachChange { left, right in
            let both = min(left.count, right.count)
            for step in 0..<both {
                let change = patch(left.lowerBound + step, right.lowerBound + step)
                if change != 0 { edits.append([JSON(offset + left.lowerBound + step), change]) }
            }
            if left.count != right.count {
                edits.append([
                    JSON(offset + left.lowerBound + both), JSON(left.count - both),
                    .array(inserted(right.lowerBound + both..<right.upperBound)),
                ])
            }
        }
        return edits
    }

    private static func patch(_ before: String, _ after: String) -> JSON {
        if ExactText(before) == ExactText(after) { return 0 }
        let splice = TextSplice(from: before, to: after)
        guard splice.inserted.utf8.count < after.utf8.count / 2 else { return [Kind.value, .string(after)] }
        return [
            Kind.text, .number(JSON.Number(splice.offset)), .number(JSON.Number(splice.count)),
            .string(splice.inserted),
        ]
    }
}

extension JSONPatch {
    private static func patch(_ before: EncodedValue, _ after: EncodedValue) -> JSON {
        if case (.json(let before), .json(let after)) = (before, after) { return patch(before, after) }
        if before.isSame(as: after) { return 0 }
        if let old = before.members, let new = after.members { return patch(old, new, after) }
        if before.elementCount != nil, after.elementCount != nil, let old = before.list, let new = after.list {
            return patch(old, new)
        }
        return [Kind.value, after.json]
    }

    private static func patch(_ before: EncodedMembers, _ after: EncodedMembers, _ whole: EncodedValue) -> JSON {
        var (changed, removed) = ([JSON.Object.Member](), [JSON]())
        after.forEachDifference(from: before) { key, old, new in
            guard let new else { return removed.append(.string(key)) }
            let change = old.map { patch($0, new) } ?? [Kind.value, new.json]
            if change != 0 { changed.append(JSON.Object.Member(key: key, value: change)) }
        }
        if changed.isEmpty, removed.isEmpty { return 0 }
        if removed.count == before.count { return [Kind.value, whole.json] }
        let members = JSON.object(JSON.Object(distinct: changed))
        return removed.isEmpty ? [Kind.members, members] : [Kind.members, members, .array(removed)]
    }

    private static func patch(_ before: EncodedList, _ after: EncodedList) -> JSON {
        let (head, tail) = before.common(with: after) { $0.isEqual(to: $1) }
        let (old, new) = (before.elements(head..<before.count - tail), after.elements(head..<after.count - tail))
        let alignment = ArrayAlignment(before: old.count, after: new.count) { old[$0].isEqual(to: new[$1]) }
        let edits = edits(from: head, along: alignment) {
            patch(old[$0], new[$1])
        } inserted: {
            new[$0].map(\.json)
        }
        if edits.isEmpty { return 0 }
        return head + tail > 0 || alignment.hasSame || before.count == edits.count
            ? .array([Kind.elements] + edits) : [Kind.value, EncodedValue.list(after).json]
    }
}
