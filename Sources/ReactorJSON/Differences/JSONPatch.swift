/// A change from one value to another, as a JSON value that is small for a small change.
///
/// | text | effect |
/// |---|---|
/// | `0` | none |
/// | `[0,value]` | replaces the value |
/// | `[1,{name:patch,…},[name,…]?]` | changes, adds and removes members |
/// | `[2,edit,…]` | edits an array; positions are in the original array, ascending |
/// | `[3,at,count,text]` | replaces UTF-16 units of a string |
///
/// An edit is `[at,patch]` for one element, or `[at,count,[value,…]]` for elements that are replaced with others.
package struct JSONPatch: Hashable, Sendable {
    /// The patch as a value.
    package let json: JSON

    /// Whether the patch changes nothing.
    package var isEmpty: Bool { json == 0 }

    /// Creates the patch from `before` to `after`. O(size of both).
    package init(from before: JSON, to after: JSON) { self.init(from: EncodedValue(before), to: EncodedValue(after)) }

    /// Creates the patch from `before` to `after`. Parts that are the same object in memory are skipped.
    package init(from before: EncodedValue, to after: EncodedValue) { json = Self.patch(before, after) }

    /// Wraps an existing patch. Its validity is checked when it is applied.
    package init(_ json: JSON) { self.json = json }

    private enum Kind {
        static let value: JSON = 0
        static let members: JSON = 1
        static let elements: JSON = 2
        static let text: JSON = 3
    }

    private static func patch(_ before: EncodedValue, _ after: EncodedValue) -> JSON {
        if case (.json(.string(let before)), .json(.string(let after))) = (before, after) {
            return patch(before, after)
        }
        if before.isSame(as: after) { return 0 }
        if let old = before.members, let new = after.members { return patch(old, new, after) }
        if let old = before.list, let new = after.list { return patch(old, new, after) }
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

    private static func patch(_ before: EncodedList, _ after: EncodedList, _ whole: EncodedValue) -> JSON {
        let (head, tail) = before.common(with: after) { $0.isEqual(to: $1) }
        let (old, new) = (before.elements(head..<before.count - tail), after.elements(head..<after.count - tail))
        let alignment = ArrayAlignment(before: old.count, after: new.count) { old[$0].isEqual(to: new[$1]) }
        var edits: [JSON] = []
        alignment.forEachChange { left, right in
            let both = min(left.count, right.count)
            for (mine, theirs) in zip(left, right) {
                let change = patch(old[mine], new[theirs])
                if change != 0 { edits.append([JSON(head + mine), change]) }
            }
            if left.count != right.count {
                let inserted = right.dropFirst(both).map { new[$0].json }
                edits.append([JSON(head + left.lowerBound + both), JSON(left.count - both), .array(inserted)])
            }
        }
        if edits.isEmpty { return 0 }
        return head + tail > 0 || alignment.hasSame || before.count == edits.count
            ? .array([Kind.elements] + edits) : [Kind.value, whole.json]
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

/// The range in which two strings differ, in UTF-16 units as in JavaScript.
struct TextSplice {
    let offset: Int
    let count: Int
    let inserted: String

    init(from before: String, to after: String) {
        var (before, after) = (before, after)
        let (head, tail) = before.withUTF8 { before in after.withUTF8 { after in Self.common(before, after) } }
        let start = before.utf8.index(before.startIndex, offsetBy: head)
        let end = before.utf8.index(before.endIndex, offsetBy: -tail)
        offset = before.utf16.distance(from: before.startIndex, to: start)
        count = before.utf16.distance(from: start, to: end)
        let first = after.utf8.index(after.startIndex, offsetBy: head)
        inserted = String(after[first..<after.utf8.index(after.endIndex, offsetBy: -tail)])
    }

    /// Returns the numbers of common bytes at the start and the end, in whole characters.
    private static func common(
        _ before: UnsafeBufferPointer<UInt8>, _ after: UnsafeBufferPointer<UInt8>
    ) -> (head: Int, tail: Int) {
        func isInside(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
            place < bytes.count && bytes[place] & 0xC0 == 0x80
        }
        let shorter = min(before.count, after.count)
        var head = 0
        while head < shorter, before[head] == after[head] { head += 1 }
        while head > 0, isInside(before, head) || isInside(after, head) { head -= 1 }
        var tail = 0
        while tail < shorter - head, before[before.count - 1 - tail] == after[after.count - 1 - tail] { tail += 1 }
        while tail > 0, isInside(before, before.count - tail) || isInside(after, after.count - tail) { tail -= 1 }
        return (head, tail)
    }
}
