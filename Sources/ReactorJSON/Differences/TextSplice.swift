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
