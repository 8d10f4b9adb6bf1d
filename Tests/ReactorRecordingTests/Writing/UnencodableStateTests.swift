import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A state that does not encode")
struct UnencodableStateTests {
    /// A journal whose states can be encoded only within certain lengths.
    private static func encoding(
        _ attempts: Locked<Int>, refuses: @escaping @Sendable (Int) -> Bool
    ) -> JournalEncoding<Tally> {
        JournalEncoding<Tally>(
            state: { state in
                attempts.withLock { $0 += 1 }
                if refuses(state.numbers.count) { throw Unwritable() }
                return Array("\(state.numbers)".utf8)
            }, digest: { "\(CRC32C.checksum($0))" }, content: .tally)
    }

    private struct Life {
        let disk = ModelFileSystem()
        let reports = Locked<[JournalReport]>([])
        let attempts = Locked(0)
        var output: JournalOutput
        var numbers: [Int] = []
        let encoding: JournalEncoding<Tally>

        init(entries: Int, refuses: @escaping @Sendable (Int) -> Bool) throws {
            encoding = UnencodableStateTests.encoding(attempts, refuses: refuses)
            var configuration = JournalConfiguration.test(
                disk, rotation: Rotation(entries: entries, keeping: nil), checkEvery: 5)
            let reports = reports
            configuration.report = { report in reports.withLock { $0.append(report) } }
            try disk.makeFolders(JournalLife.folder.path)
            output = try JournalOutput(JournalLife.folder, configuration, .tally, nil, id: "test")
            try output.begin(.tally)
        }

        mutating func fire(_ count: Int, pending: [LedgerEntry] = []) throws {
            for _ in 0..<count {
                numbers.append(numbers.count)
                try output.write(.step(.event(Counted(numbers.count)), nil, .zero))
                guard output.asksForState() else { continue }
                let state = Tally(numbers: numbers)
                let record = LedgerRecord(
                    base: state, entries: pending, lastPrediction: PredictionID(1), lastMark: MarkID(0))
                try output.write(.state(encoding.kept(state, record)))
            }
        }
    }

    @Test("The failure is reported once, retried at growing intervals, and ends when the state encodes again")
    func isReportedOnce() throws {
        var life = try Life(entries: 20) { (21..<800).contains($0) }
        try life.fire(750)
        #expect(life.reports.copy.count == 1)
        #expect(life.attempts.copy < 50)
        #expect(try JournalLife.folder.segments(life.disk).count == 2)
        try life.fire(800)
        #expect(try JournalLife.folder.segments(life.disk).count > 15)
        #expect(life.reports.copy.count == 1)
        // A second failure is reported a second time.
        var twice = try Life(entries: 20) { (30..<40).contains($0) || (300..<310).contains($0) }
        try twice.fire(600)
        #expect(twice.reports.copy.count == 2)
    }

    @Test("A pending event that does not encode does not prevent a new segment", arguments: [1, 7])
    func pending(count: Int) throws {
        var life = try Life(entries: 20) { _ in false }
        let entries = (0..<count).map { _ in
            LedgerEntry(owner: .prediction(PredictionID(1)), events: LedgerEvents([Counted(-1)]), number: 1)
        }
        try life.fire(1_000, pending: entries)
        #expect(try JournalLife.folder.segments(life.disk).count > 40)
        #expect(life.reports.copy.count <= 1)
        life.disk.kill()
        let last = try #require(try JournalLife.folder.segments(life.disk).last)
        var reader = try RecordingReader(path: JournalLife.folder.segment(last), life.disk)
        guard case .header(let header)? = try reader.next() else { throw Unwritable() }
        #expect(header.pending.flatMap(\.events).map(\.gap) == Array(repeating: .unencodable, count: count))
    }
}
