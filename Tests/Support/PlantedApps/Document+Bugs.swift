internal import Reactor
package import ReactorRecording
import ReactorTesting
package import ExampleTextEditCatalog

extension Document: PlantableState {
    package static var name: String { app }
    package static var ownCatalog: EventCatalog<Document> { catalog }
    package static var ownInvariants: [Invariant<Document>] { invariants }

    package static let bugs: [Bug<Document>] = [
        .crash("deletes at the beginning of a long text") { text, event in
            guard let edit = event as? Edited else { return false }
            return edit.position == 0 && edit.deletedCount > 0 && text.text.count > 100
        },
        .crash("a sharp s at the end", .outOfRange) { text, event in
            guard let edit = event as? Edited else { return false }
            return edit.inserted.contains("ß") && Int(edit.position) == text.text.count && text.text.count > 0
        },
        .crash("deletes more than five at an odd place", .overflow) { text, event in
            guard let edit = event as? Edited else { return false }
            return edit.deletedCount > 5 && edit.position % 2 == 1 && edit.range.upperBound <= text.text.count
        },
        .crash("anything at a length of 97", .missingValue) { text, _ in text.text.count == 97 },
        .crash("starts over with a long text") { text, event in event is Reset<Document> && text.text.count > 50 },
        .crash("two lines at once", .endlessRecursion) { _, event in
            (event as? Edited)?.inserted.filter { $0 == "\n" }.count ?? 0 > 1
        },
        .crash("replaces everything") { text, event in
            guard let edit = event as? Edited else { return false }
            return edit.deletedCount > 3 && Int(edit.deletedCount) == text.text.count
        },
        .crash("an edit right behind the middle of a text of 60 or more", .outOfRange) { text, event in
            guard let edit = event as? Edited else { return false }
            return text.text.count >= 60 && Int(edit.position) == text.text.count / 2 + 1
        },
        edited("an accent comes twice") { _, edit in
            if edit.inserted.contains("é") { edit.inserted += "é" }
        },
        edited("deleting at the end leaves one") { text, edit in
            if edit.deletedCount > 1, edit.range.upperBound == text.text.count { edit.deletedCount -= 1 }
        },
        edited("place 13 cannot be edited") { _, edit in if edit.position == 13 { edit.position = -1 } },
        edited("long texts are cut") { _, edit in
            if edit.inserted.count > 8 { edit.inserted = String(edit.inserted.prefix(8)) }
        },
        edited("a line end becomes a blank") { _, edit in
            edit.inserted = String(edit.inserted.map { $0 == "\n" ? " " : $0 })
        },
        edited("what is replaced is not deleted") { _, edit in
            if !edit.inserted.isEmpty, edit.deletedCount > 2 { edit.deletedCount = 0 }
        },
        edited("behind 150 letters it goes one too far") { text, edit in
            if text.text.count > 150, edit.deletedCount == 0, Int(edit.position) < text.text.count {
                edit.position += 1
            }
        },
        .wrong("starting over leaves the first letter") { text, event in
            guard event is Reset<Document>, text.text.count > 0 else { return text.react(to: event) }
            text.text.count > 1
                ? text.react(to: Edited(position: 1, deletedCount: Int32(text.text.count - 1), inserted: "")) : ()
        },
    ]

    private static func edited(
        _ title: String, _ change: @escaping @Sendable (Document, inout Edited) -> Void
    ) -> Bug<Document> {
        .wrong(title) { text, event in
            guard var edit = event as? Edited else { return text.react(to: event) }
            change(text, &edit)
            text.react(to: edit)
        }
    }

    package static func session(seed: UInt64, count: Int) throws -> RecordingDraft {
        var random = SeededRandom(seed: seed)
        var maker = try SessionMaker(from: Document(), id: "text-\(seed)")
        var length = 0
        let words = ["a", "be", "tea", "ß", "é", "\n", "\n\n", "lorem ipsum dolor", "x", "yz"]
        for _ in 0..<count {
            if random.below(150) == 0 {
                try maker.add(Reset<Document>())
                length = 0
                continue
            }
            if length > 3, random.below(200) == 0 {
                try maker.add(Edited(position: 0, deletedCount: Int32(length), inserted: "all"))
                length = 3
                continue
            }
            let isAtEnd = random.chance(50)
            let position = isAtEnd ? length : random.number(in: 0...length)
            let deleted = random.chance(25) ? random.number(in: 0...min(9, length - position)) : 0
            let word = random.chance(80) ? words[min(random.below(14), 9)] : ""
            let isRare = ["ß", "é", "\n\n"].contains(word) && !random.chance(20)
            let inserted = isRare ? "o" : word
            try maker.add(Edited(position: Int32(position), deletedCount: Int32(deleted), inserted: inserted))
            length += inserted.unicodeScalars.count - deleted
        }
        return maker.draft
    }
}
