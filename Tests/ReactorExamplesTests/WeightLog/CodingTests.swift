import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Recorded form")
struct CodingTests {
    private func json(_ value: some Encodable) throws -> String { try JSON(encoding: value).canonical }

    @Test("A change is recorded in stable names, and decoded to the same value")
    func changes() throws {
        let record = WeightRecord(
            id: 2, reading: try reading("2026-01-03", "81"), original: try reading("2026-01-02", "80.5"))
        let text = """
            {"id":2,"original":{"day":"2026-01-02","grams":80500},"reading":{"day":"2026-01-03","grams":81000}}
            """
        for (change, expected) in [
            (Change.add([record]), #"{"add":[\#(text)]}"#), (.update(record), #"{"update":\#(text)}"#),
            (.delete(record), #"{"delete":\#(text)}"#),
        ] {
            #expect(try json(change) == expected)
            #expect(try JSON(parsing: expected).decode(Change.self) == change)
        }
    }

    @Test("An invalid day and an impossible weight are not decoded")
    func impossible() throws {
        #expect(throws: (any Error).self) { try JSON(parsing: #""2026-02-30""#).decode(Day.self) }
        #expect(throws: (any Error).self) { try JSON(parsing: "12").decode(Weight.self) }
    }

    @Test("A long import is recorded in parts that together are the import")
    func parts() throws {
        let many = (1...12_345).map { id in
            WeightRecord(
                id: id,
                reading: Reading(day: Day(ordinal: 20_454), weight: WeightBook.demoUser.records[0].reading.weight))
        }
        let parts = Change.add(many).parts
        #expect(parts.count == 3)
        #expect(Change(parts: parts) == .add(many))
        #expect(Change.add([many[0]]).parts == [.add([many[0]])])
        #expect(Change(parts: [.delete(many[0])]) == .delete(many[0]))
        #expect(Change(parts: []) == nil)
        #expect(try json(parts[0]).utf8.count < 1 << 20)
    }

    @Test("An action is recorded with its text and rows")
    func deeds() throws {
        let event = try Weights.catalog.encode(
            DeedDone(words: "logged", rows: [ChangedRow(before: nil, after: try record(2, "2026-01-03", "81"))]))
        #expect(event.name == "deed.done")
        #expect(
            String(decoding: event.payload, as: UTF8.self)
                == #"{"rows":[{"after":{"id":2,"reading":{"day":"2026-01-03","grams":81000}}}],"words":"logged"}"#)
    }

    @Test("Redacted exports contain no weight")
    func redacted() throws {
        var state = Weights()
        state.react(to: ChangePredicted(change: .add([try record(1, "2026-01-02", "77.777")])))
        state.react(to: ChangeRolledBack(change: .update(try record(1, "2026-01-02", "77.777")), reason: "late"))
        #expect(try json(state).contains("77777"))
        #expect(!Weights.redactor.state(try JSON(encoding: state)).compact.contains("77777"))
        let predicted = try JSON(encoding: ChangePredicted(change: .add([try record(1, "2026-01-02", "77.777")])))
        #expect(!Weights.redactor.payload(predicted, of: "change.predicted").compact.contains("77777"))
        let row = ChangedRow(before: nil, after: try record(1, "2026-01-02", "77.777"))
        let deed = DeedDone(words: "logged 77.777 kg", rows: [row])
        #expect(!Weights.redactor.payload(try JSON(encoding: deed), of: "deed.done").compact.contains("77"))
        state.react(to: deed)
        #expect(!Weights.redactor.state(try JSON(encoding: state)).compact.contains("77.777"))
    }
}
