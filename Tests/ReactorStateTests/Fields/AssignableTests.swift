import ReactorState
import Testing

@testable import ReactorStateSupport

@Suite("Assignable")
struct AssignableTests {
    private let id = AssignmentID(number: 1)

    /// The result, as a comparable text.
    private func outcome(of event: Assign) -> String {
        switch event.receipt.outcome {
        case .unclaimed: "unclaimed"
        case .applied: "applied"
        case .refused(let error): "refused: \(error)"
        }
    }

    @Test("A declared property takes the value, and the caller receives the result; nil is a value if it is optional")
    func applies() {
        var form = Form()
        for value in ["kept", nil] {
            let event = Form.note.assigning(value, id: id)
            #expect(outcome(of: event) == "unclaimed")
            form.react(to: event)
            #expect(form.note == value)
            #expect(outcome(of: event) == "applied")
        }
        #expect(Form.note.assigning(nil, id: id) == Form.note.assigning(nil, id: id))
        #expect(Form.note.assigning(nil, id: id) != Form.note.assigning("old", id: id))
    }

    @Test("Validation uses the state at the time when the event is processed")
    func looksAtTheState() {
        var form = Form(start: 8)
        let event = Form.end.assigning(5, id: id)
        form.react(to: event)
        #expect(form.end == 10)
        #expect(outcome(of: event) == "refused: endsBeforeItStarts")
        form.start = 3
        form.react(to: event)
        #expect(form.end == 5)
        #expect(outcome(of: event) == "applied", "the last word counts when an event is applied again")
    }

    @Test("A member that is not listed is not set, and the event stays unclaimed")
    func unlisted() {
        var form = Form()
        let event = Assignable("form.secret", \Form.secret).assigning(1, id: id)
        let claimed = form.assign(event)
        #expect(!claimed)
        #expect(form == Form())
        #expect(outcome(of: event) == "unclaimed")
    }

    @Test("A value of another type than declared is refused with the name, both types and the fix")
    func mismatch() {
        var form = Form()
        let event = Assign(name: "form.size", value: "large", id: id)
        form.react(to: event)
        #expect(form == Form())
        let sentence = """
            refused: The assignment "form.size" has a value of type String, but the state declares Int for it (type \
            mismatch). Give each Assignable a unique name, and a new name when its type changes.
            """
        #expect(outcome(of: event) == sentence)
    }

    @Test("Two assignments are equal when name, value and id are; the receipt does not count")
    func equality() {
        let event = Form.size.assigning(1, id: id)
        #expect(event == Form.size.assigning(1, id: id))
        #expect(event != Form.size.assigning(2, id: id))
        #expect(event != Form.size.assigning(1, id: AssignmentID(number: 2)))
        #expect(event != Assign(name: "form.other", value: 1, id: id))
        #expect(event != Assign(name: "form.size", value: "1", id: id))
    }

    @Test("Declared properties can be listed, with the type to decode for each name")
    func table() {
        #expect(Form.assignables.names == ["form.draft", "form.end", "form.note", "form.size"])
        #expect(Form.assignables.valueType(of: "form.size") == Int.self)
        #expect(Form.assignables.valueType(of: "form.note") == String?.self)
        #expect(Form.assignables.valueType(of: "form.secret") == nil)
    }

    @Test("An assignment that names a child state applies to that child state alone, one that names none to each")
    func parts() {
        var leaves = [Leaf(id: 1), Leaf(id: 2)]
        let event = Leaf.note.assigning("mine", id: id, part: "2")
        #expect(leaves.indices.map { leaves[$0].assign(event) } == [false, true])
        #expect(leaves.map(\.note) == ["", "mine"])
        #expect(outcome(of: event) == "applied")
        let forAll = Leaf.note.assigning("ours", id: id)
        #expect(leaves.indices.map { leaves[$0].assign(forAll) } == [true, true])
        #expect(leaves.map(\.note) == ["ours", "ours"])
        #expect(Form().assignmentPart == nil)
        #expect(event != Leaf.note.assigning("mine", id: id, part: "1"))
        #expect(event.replacingValue(with: "other").part == "2")
    }

    @Test("A name declared twice ends the program with a message")
    func duplicateName() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Assignables(Form.size, Assignable("form.size", \Form.secret))
        }
        let sentence = """
            Form.assignables contains the duplicate name "form.size". Give each Assignable a unique name: recordings \
            distinguish them by it.
            """
        #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains(sentence))
    }
}
