import Reactor
@testable import ReactorRecording
import Testing

@Suite("Replay")
struct ReplayTests {
    @Test("A replay has the state of the core after every entry, with predictions, refreshes, resets and groups")
    func everyEntry() async throws {
        for seed in 1...UInt64(60) {
            let (recording, states) = try await recordedSession(seed: seed, segmentsEvery: 7)
            var replay = try Replay(recording.header, catalog: Shelf.catalog)
            var compared = 0
            for line in recording.lines {
                try replay.read(line)
                guard !replay.isInGroup, let seen = states[replay.seq] else { continue }
                compared += 1
                let state = replay.state
                #expect(state == seen, "seed \(seed), entry \(replay.seq)")
                if state != seen { return }
            }
            #expect(compared > 30)
        }
    }

    @Test("A line that does not follow is refused, and the replay is unchanged")
    func outOfSequence() throws {
        let recording = sample()
        var replay = try Replay(recording.header, catalog: Shelf.catalog)
        #expect(throws: ReplayError.outOfSequence(found: 2, expected: 1)) { try replay.read(recording.lines[1]) }
        try replay.read(recording.lines[0])
        #expect(throws: ReplayError.outOfSequence(found: 1, expected: 2)) { try replay.read(recording.lines[0]) }
        try replay.read(recording.lines[1])
        #expect(replay.state.items.map(\.id) == [1, 2])
        #expect(throws: ReplayError.outOfSequence(found: 9, expected: 2)) {
            try replay.read(.check(JournalCheck(seq: 9)))
        }
    }

    @Test("A replay stops before an event that cannot be replayed, and names it")
    func unreadable() throws {
        var lines = sample().lines
        lines.append(.entry(.delivered(3, RecordedEvent(name: "item.painted"))))
        let unknown = Recording(header: sample().header, lines: lines)
        #expect(throws: ReplayError.catalog(CatalogError.unknownName("item.painted"), seq: 3)) {
            try Replay(of: unknown, catalog: Shelf.catalog)
        }
        var end = try Replay(of: unknown, through: 2, catalog: Shelf.catalog)
        #expect(end.state.items.count == 2)
        lines[2] = .entry(.delivered(3, RecordedEvent(name: "App.Unlisted", gap: .unregistered)))
        #expect(throws: ReplayError.catalog(CatalogError.notRecorded("App.Unlisted", .unregistered), seq: 3)) {
            try Replay(of: Recording(header: sample().header, lines: lines), catalog: Shelf.catalog)
        }
    }

    @Test("A recording with an impossible step is refused")
    func refused() throws {
        var lines = sample().lines
        lines.append(.entry(JournalEntry(seq: 3, at: .zero, step: .commit(PredictionID(4)))))
        #expect {
            try Replay(of: Recording(header: sample().header, lines: lines), catalog: Shelf.catalog)
        } throws: { error in
            "\(error)".hasPrefix("Entry 3 does not fit the entries before it: prediction 4 was not begun")
        }
    }

    @Test("Resolved entries are released without a read of the state, and the state is the same")
    func letsGo() throws {
        var replay = try Replay(sample().header, catalog: Shelf.catalog)
        var asked = replay
        for number in 1...UInt64(1_000) {
            let event = RecordedEvent(
                name: "item.added", payload: Array(#"{"id":\#(number % 7),"title":"\#(number)"}"#.utf8))
            let lines = [
                JournalEntry(seq: 2 * number - 1, at: .zero, step: .begin(PredictionID(number)), event: event),
                JournalEntry(seq: 2 * number, at: .zero, step: .replace(PredictionID(number)), event: event),
            ]
            for line in lines {
                try replay.read(.entry(line))
                try asked.read(.entry(line))
                _ = asked.state
            }
            #expect(replay.ledger.log.entries.count <= 256, "after \(2 * number) entries")
        }
        #expect(replay.state == asked.state)
        #expect(replay.state.items.count == 7)
    }
}

/// Two items added.
func sample() -> Recording {
    let header = JournalHeader(
        id: "test", app: "tests", at: .zero, schema: Shelf.catalog.schema,
        base: (try? Shelf.catalog.encode(state: Shelf()).bytes()) ?? [])
    let lines = (1...2).map { seq in
        JournalLine.entry(
            .delivered(
                UInt64(seq), RecordedEvent(name: "item.added", payload: Array(#"{"id":\#(seq),"title":"t"}"#.utf8))))
    }
    return Recording(header: header, lines: lines)
}

extension JournalEntry {
    static func delivered(_ seq: UInt64, _ event: RecordedEvent) -> JournalEntry {
        JournalEntry(seq: seq, at: .zero, event: event)
    }
}

extension Timestamp {
    static let zero = Timestamp(millisecondsSince1970: 0)
}
