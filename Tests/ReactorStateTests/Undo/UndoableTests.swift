import ReactorState
import ReactorUndo
import Testing

@testable import ReactorStateSupport

@Suite("Undoable")
struct UndoableTests {
    private func plain(_ texts: String...) -> Undoable<Plain> {
        var plain = Undoable(Plain())
        for text in texts { plain.react(to: Typed(text: text)) }
        return plain
    }

    @Test("A document that is not equal to itself gets no step from an event that does not change it")
    func unequal() {
        var sheet = Undoable(Sheet(ratio: .nan))
        sheet.change(for: Unrelated()) { $0.title = "a" }
        #expect(sheet.undoCount == 1)
        for _ in 0..<5 { sheet.change(for: Unrelated()) { _ in } }
        #expect(sheet.undoCount == 1)
        sheet.change(for: Unrelated()) { $0.ratio = 2 }
        #expect(sheet.undoCount == 2)
    }

    private struct Sheet: UndoableDocument {
        var ratio: Double
        var title = ""
    }

    @Test("An undo of another document is ignored")
    func otherDocument() throws {
        var plain = plain("a")
        plain.react(to: Undo<Prose>(step: try #require(plain.undoEvent).step))
        #expect(plain.document.text == "a")
    }

    @Test("Two histories with equal documents are equal and hash equally, whatever their steps are called")
    func equalHistories() {
        struct Page: State, UndoableDocument, Hashable {
            var text = ""
            mutating func react(to event: any Event) { if let event = event as? Typed { text += event.text } }
        }
        let core = LedgerHarness(Undoable(Page()))
        core.begin(1, Typed(text: "a"))
        core.fire(Typed(text: "b"))
        core.commit(1)
        var written = Undoable(Page())
        for text in ["a", "b"] { written.react(to: Typed(text: text)) }
        #expect(core.visible == written && core.visible.undoEvent != written.undoEvent)
        #expect(Set([core.visible, written]).count == 1)
        core.visible.undoEvent.map { core.fire($0) }
        #expect(core.visible != written)
        written.pressUndo()
        #expect(core.visible == written)
        #expect(core.visible.redoCount == 1)
    }

    @Test("A limit below zero ends the program with the name of the document")
    func limitBelowZero() async {
        struct Short: UndoableDocument {
            static let undoLimit = -3
            var text = ""
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var short = Undoable(Short())
            short.change(for: Unrelated()) { $0.text = "a" }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Short.undoLimit is below 0: -3. Return 0 for a document without undo."))
    }

    @Test("A document without undo has no steps")
    func limitZero() {
        struct Plain: UndoableDocument {
            static let undoLimit = 0
            var text = ""
        }
        var plain = Undoable(Plain())
        for text in ["a", "b"] { plain.change(for: Unrelated()) { $0.text = text } }
        #expect(!plain.canUndo && plain.document.text == "b")
    }

    @Test("A discarded step releases its document")
    func forgottenAtOnce() {
        struct Weak { weak var page: Album.Page? }
        var album = Undoable(Album())
        var pages: [Weak] = []
        for _ in 0..<20 {
            pages.append(Weak(page: album.document.page))
            album.change(for: Unrelated()) { $0.page = Album.Page() }
            #expect(pages.count { $0.page != nil } == min(pages.count, 3))
        }
    }

    @Test("A reset of the document, or of it with its history, starts both over", arguments: [false, true])
    func reset(whole: Bool) throws {
        var plain = plain("a")
        let late = try #require(plain.undoEvent)
        let reset: any Event = whole ? Reset<Undoable<Plain>>() : Reset<Plain>()
        plain.react(to: reset)
        #expect(plain.document == Plain())
        #expect(!plain.canUndo && !plain.canRedo)
        plain.react(to: Typed(text: "x"))
        plain.react(to: late)
        #expect(plain.document.text == "x", "an undo aimed before the reset hits no step after it")
    }

    @Test("Consecutive assignments of one member are one step; anything in between ends it, even another member")
    func assignments() {
        struct Card: AssignableState, UndoableDocument {
            static func undoGrouping(of event: any Event, from before: Card, to after: Card) -> UndoGrouping {
                .joinsAssignments(of: event)
            }
            var front = ""
            var back = ""

            static let front = Assignable("card.front", \Card.front)
            static let back = Assignable("card.back", \Card.back)
            static let assignables = Assignables(front, back)

            mutating func react(to event: any Event) {
                if assign(event) { return }
                if let event = event as? Typed { back += event.text }
            }
        }
        var card = Undoable(Card())
        let id = AssignmentID(number: 1)
        for text in ["a", "ab", "abc"] { card.react(to: Card.front.assigning(text, id: id)) }
        for text in ["x", "xy"] { card.react(to: Card.back.assigning(text, id: id)) }
        card.react(to: Typed(text: "z"))
        card.react(to: Card.back.assigning("", id: id))
        #expect(card.undoCount == 4)
        card.pressUndo()
        card.pressUndo()
        #expect((card.document.front, card.document.back) == ("abc", "xy"))
        card.pressUndo()
        card.pressUndo()
        #expect((card.document, card.canUndo) == (Card(), false))
    }

    @Test("Assignments of one member of two parts are two steps")
    func assignmentsOfParts() {
        struct Page: AssignableState, Codable, Equatable {
            let assignmentPart: String?
            var text = ""

            static let text = Assignable("page.text", \Page.text)
            static let assignables = Assignables(text)

            mutating func react(to event: any Event) { _ = assign(event) }
        }
        struct Book: State, UndoableDocument {
            static func undoGrouping(of event: any Event, from before: Book, to after: Book) -> UndoGrouping {
                .joinsAssignments(of: event)
            }
            var left = Page(assignmentPart: "left")
            var right = Page(assignmentPart: "right")

            mutating func react(to event: any Event) {
                left.react(to: event)
                right.react(to: event)
            }
        }
        var book = Undoable(Book())
        let id = AssignmentID(number: 1)
        for text in ["a", "ab"] { book.react(to: Page.text.assigning(text, id: id, part: "left")) }
        for text in ["x", "xy"] { book.react(to: Page.text.assigning(text, id: id, part: "right")) }
        #expect(book.undoCount == 2)
        book.pressUndo()
        #expect((book.document.left.text, book.document.right.text) == ("ab", ""))
    }

    @Test("A document that is not a state changes through a closure, and a change that throws leaves no trace")
    func closure() throws {
        struct Interrupted: Error {}
        struct Drawing: UndoableDocument { var lines: [Int] = [] }
        var drawing = Undoable(Drawing())
        drawing.change(for: Unrelated()) { $0.lines.append(1) }
        let before = drawing
        #expect(throws: Interrupted.self) {
            try drawing.change(for: Unrelated()) {
                $0.lines.append(2)
                throw Interrupted()
            }
        }
        #expect(drawing == before)
        let step = try #require(drawing.undoEvent).step
        let tookBack = drawing.undo(step)
        let tookBackAgain = drawing.undo(step)
        #expect(tookBack && !tookBackAgain)
        #expect(drawing.document.lines == [])
    }
}
