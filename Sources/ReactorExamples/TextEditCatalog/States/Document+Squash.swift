import Reactor

extension Document {
    /// One replacement that does what many edits did: an edit names places, so none of many can be left out without moving
    /// the others.
    package static func squash(_ events: [any Event], _ before: Document, _ after: Document) -> [any Event] {
        let (old, new) = (Array(before.text.string.unicodeScalars), Array(after.text.string.unicodeScalars))
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        var inserted = String.UnicodeScalarView()
        inserted.append(contentsOf: new[start..<new.count - end])
        if inserted.isEmpty && start + end == old.count { return [] }
        return [
            Edited(
                position: Int32(start), deletedCount: Int32(old.count - start - end), inserted: String(inserted))
        ]
    }
}
