import Foundation
import ReactorState
import ReactorUndo
import ReactorTesting
import Testing

@testable import ReactorStateSupport

/// Random sessions against a plain timeline of documents with a place in it.
@Suite("Undoable against a timeline")
struct UndoableModelTests {
    struct Timeline {
        var documents = [Prose()]
        var place = 0
        /// The number of spaces before the last change, if it was typed.
        var word: Int?

        mutating func change(for event: any Event) {
            var next = documents[place]
            next.react(to: event)
            guard next != documents[place] else { return }
            let word = event is Typed ? documents[place].text.count { $0 == " " } : nil
            let continues = word != nil && word == self.word
            let isBack = continues && place > 0 && documents[place - 1] == next
            if isBack {
                documents.removeLast(documents.count - place)
                place -= 1
            } else if event is CursorMoved || continues {
                documents[place] = next
            } else {
                documents.removeLast(documents.count - 1 - place)
                documents.append(next)
                place += 1
                if place > Prose.undoLimit {
                    documents.removeFirst()
                    place -= 1
                }
            }
            self.word = isBack ? nil : word
        }

        mutating func move(by distance: Int) {
            guard documents.indices.contains(place + distance) else { return }
            place += distance
            word = nil
        }
    }

    @Test("Every session shows the same as the timeline", arguments: 0..<UInt64(100))
    func sessions(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var prose = Undoable(Prose())
        var timeline = Timeline()
        var late: (any Event)?
        for step in 0..<200 {
            switch random.below(10) {
            case 0...4:
                let event = Typed(text: ["a", "b", " ", "", "<"][random.below(5)])
                prose.react(to: event)
                timeline.change(for: event)
            case 5:
                let event: any Event =
                    random.below(2) == 0 ? Erased(count: random.below(3)) : CursorMoved(place: random.below(3))
                prose.react(to: event)
                timeline.change(for: event)
            case 6, 7:
                late = prose.undoEvent
                prose.pressUndo()
                timeline.move(by: -1)
            case 8:
                prose.pressRedo()
                timeline.move(by: 1)
            default:
                // For a step that has just been undone, or was undone since: it is not on top, so nothing happens, unless a
                // redo restored it.
                if let late, let undo = late as? Undo<Prose>, undo != prose.undoEvent { prose.react(to: undo) }
                if random.below(8) == 0 {
                    prose = try JSONDecoder().decode(Undoable<Prose>.self, from: JSONEncoder().encode(prose))
                }
            }
            try #require(prose.document == timeline.documents[timeline.place], "seed \(seed), step \(step)")
            try #require(prose.undoCount == timeline.place, "seed \(seed), step \(step)")
            try #require(
                prose.redoCount == timeline.documents.count - 1 - timeline.place, "seed \(seed), step \(step)")
        }
    }
}
