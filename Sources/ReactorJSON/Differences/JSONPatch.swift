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

    /// What turns `before` into `after`. O(size of both).
    package init(from before: JSON, to after: JSON) { json = Self.patch(before, after) }

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
        var edits: [JSON] = []
        var (left, right) = (0, 0)
        for run in alignment.runs {
            switch run {
            case .same(let count):
                (left, right) = (left + count, right + count)
            case .changed(let removed, let inserted):
                let both = min(removed, inserted)
                for step in 0..<both {
                    let change = patch(before[left + step], after[right + step])
                    if change != 0 { edits.append([.number(JSON.Number(left + step)), change]) }
                }
                if removed != inserted {
                    let values = Array(after[(right + both)..<(right + inserted)])
                    edits.append([
                        .number(JSON.Number(left + both)), .number(JSON.Number(removed - both)), .array(values),
                    ])
                }
                (left, right) = (left + removed, right + inserted)
            }
        }
        if edits.isEmpty { return 0 }
        return alignment.runs.contains { if case .same = $0 { true } else { false } } || before.count == edits.count
            ? .array([Kind.elements] + edits) : [Kind.value, .array(after)]
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
