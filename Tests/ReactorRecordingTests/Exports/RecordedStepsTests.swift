import Reactor
import ReactorTools
import Testing

@testable import ReactorRecording

@Suite("The steps of a recording")
struct RecordedStepsTests {
    @Test("Each entry has the visible state after it")
    func states() throws {
        var steps = try RecordedSteps(of: Diary.recording, catalog: Diary.catalog)
        #expect(steps.base == ["lines": [], "token": "t0ken-5ecret"])
        #expect(steps.facts.schema == ["line.written": 1, "signedIn": 1, "(state)": 1])
        var seen: [String] = []
        while let step = try steps.next() {
            let count = step.state.json["lines"]?.array?.count ?? -1
            seen.append("\(step.seq) \(step.name) \(step.operation?.rawValue ?? "-") \(step.transaction ?? 0) \(count)")
        }
        #expect(
            seen == [
                "1 signedIn - 0 0", "2 line.written - 0 1", "3 line.written begin 1 2", "4 rollback rollback 1 1",
                "5 line.written begin 2 2",
            ])
    }

    @Test("The end of a command is identified by its type in the catalog, under any name")
    func ends() throws {
        let catalog = EventCatalog<Diary>(events: [
            .event(Diary.Written.self, as: "command.ended"), .commandEnded(as: "work.over"),
        ])
        func entry(_ seq: UInt64, _ name: String, _ payload: String) -> JournalLine {
            .entry(
                JournalEntry(
                    seq: seq, at: Timestamp(millisecondsSince1970: 1), step: .event(),
                    event: RecordedEvent(name: name, payload: Array(payload.utf8))))
        }
        let header = JournalHeader(
            id: "1", app: "diary", from: 0, at: Timestamp(millisecondsSince1970: 0), schema: catalog.schema,
            base: Array(#"{"lines":[],"token":""}"#.utf8))
        var steps = try RecordedSteps(
            of: Recording(
                header: header,
                lines: [
                    entry(1, "command.ended", #"{"text":"a","pin":"b"}"#),
                    entry(2, "work.over", #"{"command":"Save","launch":4,"outcome":"cancelled"}"#),
                ]), catalog: catalog)
        #expect(try steps.next()?.endsCommand == false)
        #expect(try steps.next()?.endsCommand == true)
    }

    @Test("From any entry on they equal the steps from the beginning, also inside of a group")
    func after() async throws {
        let (recording, _) = try await recordedSession(seed: 3, count: 120)
        func steps(after seq: UInt64?) throws -> (base: JSON, steps: [InspectedStep]) {
            var steps = try RecordedSteps(of: recording, after: seq, catalog: Shelf.catalog)
            var all: [InspectedStep] = []
            while let step = try steps.next() { all.append(step) }
            return (steps.base, all)
        }
        let all = try steps(after: nil)
        #expect(all.steps.count > 60 && all.steps.contains { $0.group != nil })
        for seq in 0...all.steps.count {
            let some = try steps(after: UInt64(seq))
            let facts = try RecordedSteps(of: recording, after: UInt64(seq), catalog: Shelf.catalog).facts
            #expect(facts.from == UInt64(seq))
            #expect(some.base == (seq == 0 ? all.base : all.steps[seq - 1].state.json))
            #expect(some.steps.map(\.seq) == all.steps[seq...].map(\.seq))
            #expect(some.steps.map(\.state.json) == all.steps[seq...].map(\.state.json))
        }
    }

    @Test("The operation of an entry on the ledger is named", arguments: Self.delivered)
    func operations(step: JournalStep, operation: InspectedStep.Operation?, transaction: UInt64?, withdrawn: [UInt64]) {
        let entry = JournalEntry(seq: 1, at: Timestamp(millisecondsSince1970: 5), step: step)
        let inspected = InspectedStep(entry, state: .json(1))
        #expect(inspected.operation == operation)
        #expect(inspected.transaction == transaction)
        #expect(inspected.withdrawing == withdrawn)
        #expect(inspected.at == 5)
        #expect(inspected.payload == nil)
    }

    static let delivered: [(JournalStep, InspectedStep.Operation?, UInt64?, [UInt64])] = [
        (.event(), nil, nil, []), (.event(withdrawing: [PredictionID(3), PredictionID(4)]), nil, nil, [3, 4]),
        (.begin(PredictionID(1)), .begin, 1, []), (.append(PredictionID(1)), .append, 1, []),
        (.commit(PredictionID(1)), .commit, 1, []), (.replace(PredictionID(1)), .replace, 1, []),
        (.rollback(PredictionID(1)), .rollback, 1, []), (.mark(MarkID(2)), .mark, 2, []),
        (.place(asOf: MarkID(2)), .place, 2, []), (.place(asOf: nil), .place, nil, []),
        (.release(MarkID(2)), .release, 2, []), (.report(asOf: MarkID(2)), .report, 2, []),
    ]
}
