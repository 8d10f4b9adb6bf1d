import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

/// Where a Reset did not bound what is placed below predictions (format 1), and since it does.
@Suite("A recording of an older format")
struct OlderFormatTests {
    /// A read begins, something is predicted, all starts over, something else is predicted; then two answers arrive.
    private static func recording(format: Int) throws -> Recording {
        let steps: [(LogStep.Kind, (any Event)?)] = [
            (.mark(MarkID(1)), nil),
            (.begin(PredictionID(1)), ItemAdded(id: 1, title: "before")),
            (.event(withdrawing: []), Reset<Shelf>()),
            (.begin(PredictionID(2)), ItemAdded(id: 2, title: "after")),
            (.place(asOf: MarkID(1)), ItemAdded(id: 3, title: "read")),
            (.place(asOf: nil), ItemAdded(id: 4, title: "pushed")),
        ]
        let header = JournalHeader(
            format: format, id: "old", app: "tests", at: .zero, schema: Shelf.catalog.schema,
            base: try Shelf.catalog.encode(state: Shelf()).bytes(.canonical))
        let lines = try steps.enumerated().map { index, step in
            JournalLine.entry(
                JournalEntry(
                    seq: UInt64(index + 1), at: .zero, step: step.0, event: try step.1.map(Shelf.catalog.encode)))
        }
        return Recording(header: header, lines: lines)
    }

    private static func replayed(_ lines: some Sequence<JournalLine>, from header: JournalHeader) throws -> [Int] {
        var replay = try Replay(header, catalog: Shelf.catalog)
        for line in lines { try replay.read(line) }
        return replay.state.items.map(\.id)
    }

    @Test(
        "Is replayed by the rule under which it was made",
        arguments: [(1, [2]), (JournalHeader.currentFormat, [3, 4, 2])])
    func replays(format: Int, ids: [Int]) throws {
        let recording = try Self.recording(format: format)
        #expect(try Self.replayed(recording.lines, from: recording.header) == ids)
    }

    @Test("Opened, it goes on by today's rule in a segment of its own, and both segments replay to what was seen")
    func opens() async throws {
        let recording = try Self.recording(format: 1)
        let folder = try JournalOnDisk(crashed: recording, lines: recording.lines)
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        #expect(await opened.core.state.items.map(\.id) == [2])
        opened.core.fire(event: ItemAdded(id: 5, title: "pushed again"), .authoritative)
        opened.core.fire(event: Reset<Shelf>())
        opened.core.fire(event: ItemAdded(id: 6, title: "behind the Reset"), .authoritative)
        let seen = await opened.core.state.items.map(\.id)
        #expect(seen == [6])
        try await opened.journal.close()
        withExtendedLifetime(opened.pending) {}

        let segments = try folder.segments
        #expect(segments.count == 2)
        var lines: [JournalLine] = []
        for segment in segments { lines += try folder.lines(of: segment) }
        guard case .header(let first) = lines.first, case .header(let second) = try folder.lines(of: segments[1]).first
        else { throw Unexpected(description: "a segment without a header") }
        #expect((first.format, second.format) == (1, JournalHeader.currentFormat))
        #expect(try Self.replayed(lines.dropFirst(), from: first) == seen)
        #expect(try Self.replayed(try folder.lines(of: segments[1]).dropFirst(), from: second) == seen)
    }
}
