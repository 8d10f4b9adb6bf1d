import Reactor
import ReactorJSON
import ReactorRecording
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("A value in consecutive states")
struct FollowedValueTests {
    private func step(_ step: ValuePath.Step, in json: JSON) -> JSON? {
        switch (step, json) {
        case (.key(let key), .object(let object)): object[key]
        case (.index(let index), .array(let rows)): rows.indices.contains(index) ? rows[index] : nil
        default: nil
        }
    }

    @Test("Only members on the path are encoded")
    func offTheWay() throws {
        let steps = try #require(ValuePath("rows[id=2].grams")).steps
        var cursor = ValueCursor(steps)
        let state = Guarded(rows: [Guarded.Row(id: 1), Guarded.Row(id: 2)])
        #expect(cursor.value(in: try StateEncoding(along: steps.members).encoded(state))?.json == 5)
        #expect(throws: Guarded.Refusal.self) { try JSON(canonicallyEncoding: state) }
    }

    @Test("A row that exists again is the first row with its id, wherever it was before")
    func thereAgain() throws {
        var cursor = ValueCursor(try #require(ValuePath("rows[id=2].n")).steps)
        let states: [JSON] = [
            [["id": 1], ["id": 1], ["id": 1], ["id": 2, "n": 5]], [["id": 1]],
            [["id": 2, "n": 6], ["id": 1], ["id": 1], ["id": 2, "n": 7]],
        ]
        let found = states.map { cursor.value(in: .json(["rows": $0]))?.json }
        #expect(found == [5, nil, 6])
    }

    @Test("The steps of an Undoable are as secret as its document")
    func undoable() throws {
        var state = Undoable(Page())
        for text in ["a", "b", "c"] { state.react(to: Typed(text: text)) }
        if let undo = state.undoEvent { state.react(to: undo) }
        let redactor = Redactor(state: [["document", "text"]])
        let blotted = redactor.state(try JSON(canonicallyEncoding: state))
        for text in ["document.text", "done[0].document.text", "done[0]", "done", "undone[0].document.text", "undone"] {
            var cursor = ValueCursor(try #require(ValuePath(text)).steps)
            let json = try #require(cursor.value(in: try StateEncoding().encoded(state))?.json, "\(text)")
            let way = try #require(ValuePath(text)).steps
            var expected: JSON? = blotted
            for step in way { expected = expected.flatMap { self.step(step, in: $0) } }
            #expect(redactor.value(json, at: cursor.standing) == expected, "\(text)")
            #expect("\(redactor.value(json, at: cursor.standing))".contains("redacted"), "\(text)")
        }
    }
}

/// A value whose other members refuse to be encoded.
private struct Guarded: Codable {
    struct Refusal: Error {}
    struct Mine: Codable, Hashable {
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    struct Row: Codable {
        let id: Int
        var grams = 5
        var mine = Mine()
    }
    var mine = Mine()
    var rows: [Row]
}

/// A document with a secret text.
private struct Page: State, Codable, UndoableDocument {
    var text = ""
    mutating func react(to event: any Event) { if let event = event as? Typed { text += event.text } }
}

private struct Typed: Event, Codable { let text: String }
