import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A journal")
struct JournalTests {
    /// A core that writes a journal, and the values that checks of it require.
    private static func begin(
        _ configuration: JournalConfiguration, _ folder: String = "/journal"
    ) async throws -> (core: Core<Tally>, journal: Journal, recovered: Folded) {
        let opening = try await Journal.open(folder, configuration, into: Folded()) {
            $0.add($1)
            return true
        }
        let journal = try await opening.start(.tally, id: "test", header: opening.header == nil ? .tally : nil)
        let record = LedgerRecord(
            base: Tally(numbers: opening.value.numbers), entries: [], lastPrediction: PredictionID(0),
            lastMark: MarkID(0))
        return (Core<Tally>(resuming: record, recorder: journal.recorder(.tally)), journal, opening.value)
    }

    @Test("Each later segment continues the numbers of commands")
    func keepsLaunches() async throws {
        let disk = ModelFileSystem()
        let (core, journal, _) = try await Self.begin(.test(disk, rotation: Rotation(entries: 2, keeping: nil)))
        for number in 1...8 {
            _ = await core.perform { core in core.fire(event: Counted(number)) }.outcome
            await core.settled()
            try await journal.durable()
        }
        try await journal.close()
        var reader = try RecordingReader(path: "/journal", disk)
        var (launch, headers) = (UInt64(0), 0)
        while let line = try reader.next() {
            switch line {
            case .header(let header):
                #expect(header.counters.launch == launch, "header \(headers)")
                headers += 1
            case .entry(let entry): launch = entry.cause?.launch ?? launch
            case .check: break
            }
        }
        #expect(headers > 2 && launch == 8)
    }

    @Test("The core waits only when the capacity of steps is reached")
    func holdsBack() async throws {
        let disk = ModelFileSystem()
        var configuration = JournalConfiguration.test(disk)
        configuration.capacity = 4
        let opening = try await Journal.open("/journal", configuration, into: Folded()) {
            $0.add($1)
            return true
        }
        let journal = try await opening.start(.tally, id: "test", header: .tally)
        let watched = WatchedRecorder(journal.recorder(.tally))
        let record = LedgerRecord(
            base: Tally(), entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
        let core = Core<Tally>(resuming: record, recorder: watched)

        // The writer's own thread blocks in the first write.
        let (writes, wrote) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        disk.setTrouble { call, name in
            if name == "write" && call == 1 {
                wrote.yield()
                gate.wait()
            }
            return nil
        }
        core.fire(event: Counted(1))
        for await _ in writes { break }
        for number in 2...100 { core.fire(event: Counted(number)) }
        for await recorded in watched.pauses {
            #expect(recorded == 5)
            break
        }
        gate.signal()
        await core.settled()
        try await journal.close()
        #expect(try Folded("/journal", disk).entries.map(\.number) == Array(1...100))
    }

    @Test("A failed sync ends the recording, is reported once, and the core continues")
    func endsOnFailure() async throws {
        let disk = ModelFileSystem()
        let reports = Locked<[JournalReport]>([])
        var configuration = JournalConfiguration.test(disk, durability: .durable)
        configuration.report = { report in reports.withLock { $0.append(report) } }
        let (core, journal, _) = try await Self.begin(configuration)
        core.fire(event: Counted(1))
        await core.settled()
        try await journal.durable()
        disk.setTrouble { _, name in name == "sync" ? .error(EIO) : nil }
        core.fire(event: Counted(2))
        await core.settled()
        let reason = "\(SystemError(call: "sync", path: "/journal/segment-000001.jsonl", code: EIO))"
        let ended = JournalError.ended(seq: 1, reason: reason, code: EIO)
        await #expect(throws: ended) { try await journal.durable() }
        for number in 3...9_000 { core.fire(event: Counted(number)) }
        #expect(await core.state.numbers.count == 9_000)
        await #expect(throws: ended) { try await journal.durable() }
        await #expect(throws: ended) { try await journal.close() }
        #expect(reports.copy == [.ended(ended)])
        disk.setTrouble { _, _ in nil }
        let again = try await Self.begin(.test(disk))
        #expect(again.recovered.numbers == [1, 2])
    }

    @Test(
        "A full disk has its own error code, for a write and for an opening",
        arguments: ["write", "sync"])
    func fullDisk(call: String) async throws {
        let disk = ModelFileSystem()
        let (core, journal, _) = try await Self.begin(.test(disk, durability: .durable))
        core.fire(event: Counted(1))
        await core.settled()
        try await journal.durable()
        disk.setTrouble { _, name in name == call ? .error(ENOSPC) : nil }
        core.fire(event: Counted(2))
        await core.settled()
        let error = await #expect(throws: JournalError.self) { try await journal.durable() }
        #expect(error?.kind == .ended && error?.code == ENOSPC)
        disk.setTrouble { _, name in name == "open" ? .error(ENOSPC) : nil }
        let opening = await #expect(throws: JournalError.self) { try await Self.begin(.test(disk)) }
        #expect(opening?.kind == .storage && opening?.code == ENOSPC)
        #expect(JournalError.closed.code == nil)
    }

    @Test("With .stop, a recording that cannot continue ends the process with the message of the error")
    func stopsOnFailure() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let disk = ModelFileSystem()
            var configuration = JournalConfiguration.test(disk, durability: .durable)
            configuration.onFailure = .stop
            let (core, journal, _) = try await JournalTests.begin(configuration)
            core.fire(event: Counted(1))
            await core.settled()
            try await journal.durable()
            disk.setTrouble { _, name in name == "sync" ? .error(EIO) : nil }
            core.fire(event: Counted(2))
            await core.settled()
            try? await journal.durable()
            // Reached only if the program continues.
            exit(0)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let reason = "\(SystemError(call: "sync", path: "/journal/segment-000001.jsonl", code: EIO))"
        #expect(said.contains("\(JournalError.ended(seq: 1, reason: reason, code: EIO))"))
    }

    @Test("A wait for a future entry ends with its task, and other waits continue")
    func waitsAreCancelled() async throws {
        let disk = ModelFileSystem()
        let (core, journal, _) = try await Self.begin(.test(disk))
        let cancelled = Task { try await journal.durable(through: 3) }
        let other = Task { try await journal.durable(through: 2) }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await journal.durable(through: 9)
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        for number in 1...2 { core.fire(event: Counted(number)) }
        await core.settled()
        try await other.value
        try await journal.close()
        #expect(try Folded("/journal", disk).entries.map(\.number) == [1, 2])
    }

    @Test("A second writer waits for the first one, and the error distinguishes its own process")
    func hasOneWriter() async throws {
        let disk = ModelFileSystem()
        let (core, journal, _) = try await Self.begin(.test(disk))
        core.fire(event: Counted(1))
        await core.settled()
        await #expect {
            _ = try await Self.begin(.test(disk))
        } throws: { error in
            let error = error as? JournalError
            return error?.kind == .locked && error?.path == "/journal" && error?.process == nil
        }
        var patient = JournalConfiguration.test(disk)
        patient.waitForWriter = .seconds(600)
        async let second = Self.begin(patient)
        try await journal.close()
        #expect(try await second.recovered.numbers == [1])
    }

    @Test("An event that cannot be written is marked and reported, and a new segment begins")
    func marksGaps() async throws {
        let disk = ModelFileSystem()
        let reports = Locked<[JournalReport]>([])
        var configuration = JournalConfiguration.test(disk, rotation: Rotation(keeping: nil))
        configuration.report = { report in reports.withLock { $0.append(report) } }
        configuration.limits = JournalLimits(warning: 100, error: 200)
        let (core, journal, _) = try await Self.begin(configuration)
        var seq: UInt64 = 0
        for event in [Counted(1), Unheard(), Counted(-1), Counted(2, padding: 120), Counted(3, padding: 300)]
            as [any Event]
        {
            core.fire(event: event)
            await core.settled()
            seq += 1
            try await journal.durable(through: seq)
        }
        core.fire(event: Counted(4))
        await core.settled()
        try await journal.close()
        let entries = try Folded("/journal", disk).entries
        #expect(entries.map { $0.event?.gap } == [nil, .unregistered, .unencodable, nil, .oversized, nil])
        #expect(entries.map { $0.event?.name } == ["counted", "Unheard", "Counted", "counted", "counted", "counted"])
        #expect(
            reports.copy == [
                .gap(event: "Unheard", seq: 2, gap: .unregistered, reason: nil),
                .gap(event: "Counted", seq: 3, gap: .unencodable, reason: "Unwritable()"),
                .large(event: "counted", seq: 4, bytes: 139, limit: 100),
                .gap(event: "counted", seq: 5, gap: .oversized, reason: "319 bytes, and the limit is 200"),
            ])
        #expect(try JournalFolder("/journal").segments(disk).count > 1)
    }

    @Test("A journal of another format or program, or a redacted one, is not continued")
    func refusesOthers() async throws {
        let file = "/journal/segment-000001.jsonl"
        func attempt(_ change: (inout JournalHeader) -> Void) async throws {
            let disk = ModelFileSystem()
            var header = JournalHeader.tally
            header.app = "tally"
            change(&header)
            var writer = LineWriter()
            writer.write(header)
            disk[file] = writer.bytes
            _ = try await Self.begin(.test(disk))
        }
        // An older one has a check that fits; that of a newer one may be made in another way.
        for (format, crc) in [(3, UInt32?.none), (5, 0)] {
            let disk = ModelFileSystem()
            var line = Array(#"{"reactor":\#(format),"id":"7c2f","app":"tally""#.utf8)
            line.append(text: ",\"crc\":\"")
            line.append(hex: crc ?? CRC32C.checksum(line.dropLast(8)))
            line.append(text: "\"}\n")
            disk[file] = line
            await #expect(throws: JournalError.otherFormat(file: file, format: format)) {
                _ = try await Self.begin(.test(disk))
            }
            #expect(disk[file] == line)
        }
        await #expect(throws: JournalError.otherApp(file: file, found: "other", expected: "tally")) {
            try await attempt { $0.app = "other" }
        }
        await #expect(throws: JournalError.redacted(file: file)) { try await attempt { $0.isRedacted = true } }
    }

    @Test("A journal with a step of a newer version is not continued, and nothing is cut off")
    func refusesNewerSteps() async throws {
        let disk = ModelFileSystem()
        var header = JournalHeader.tally
        header.app = "tally"
        var writer = LineWriter()
        writer.write(header)
        let file = "/journal/segment-000001.jsonl"
        var line = Array("{\"seq\":1,\"at\":\"2026-01-01T08:00:00.000Z\",\"op\":\"dance\"".utf8)
        let crc = CRC32C.checksum(line, after: writer.crc)
        line.append(text: ",\"crc\":\"")
        line.append(hex: crc)
        line.append(text: "\"}\n")
        disk[file] = writer.bytes + line
        await #expect(throws: JournalError.newerStep(file: file, line: 2, name: "dance")) {
            _ = try await Self.begin(.test(disk))
        }
        #expect(disk[file] == writer.bytes + line)
    }

    @Test("Only the owner can access its files, and old segments are removed")
    func keepsToItself() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: place) }
        let folder = "\(place)/inner"
        let (core, journal, _) = try await Self.begin(.test(SystemFileSystem(), rotation: Rotation(entries: 3)), folder)
        for number in 0..<50 {
            core.fire(event: Counted(number))
            await core.settled()
            try await journal.durable()
        }
        try await journal.close()
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count { $0.hasSuffix(".jsonl") } == 2 && names.contains("lock") && names.contains("synced"))
        for name in names { #expect(try mode(Path.join(folder, name)) == 0o600) }
        let again = try await Self.begin(.test(SystemFileSystem()), folder)
        #expect(again.recovered.numbers == Array(0..<50) && again.journal.recovery.isClean)
    }

    @Test("A reader reports its progress")
    func reportsProgress() throws {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk)
        for number in 0..<40 { try journal.fire([number], padding: 100_000) }
        try journal.end()
        var delivered: [RecordingReader.Progress] = []
        var reader = try RecordingReader(path: "/journal", disk) { delivered.append($0) }
        while try reader.next() != nil {}
        let total = UInt64(disk[JournalLife.folder.segment(1)]?.count ?? 0)
        #expect(delivered.count == 4 && delivered.allSatisfy { $0.total == total } && delivered.last?.bytes == total)
    }
}

/// Reports the recorded amount whenever the core waits for room, and at the hundredth step.
private final class WatchedRecorder: Recorder {
    private let recorder: any Recorder<Tally>
    private let recorded = Locked(0)
    private let paused: AsyncStream<Int>.Continuation
    let pauses: AsyncStream<Int>

    init(_ recorder: any Recorder<Tally>) {
        self.recorder = recorder
        (pauses, paused) = AsyncStream.makeStream()
    }

    var now: Timestamp? { recorder.now }
    var room: Int { recorder.room }
    var wantsState: Bool { recorder.wantsState }
    let runLength = 1
    let followsReactions = false
    func end(visible: Tally, _ record: LedgerRecord<Tally>) { recorder.end(visible: visible, record) }
    func groupBegan() { recorder.groupBegan() }
    func groupEnded() { recorder.groupEnded() }
    func keep(visible: Tally, _ record: LedgerRecord<Tally>) { recorder.keep(visible: visible, record) }

    func record(_ step: LogStep, cause: LogCause?) {
        recorder.record(step, cause: cause)
        let count = recorded.withLock { count in
            count += 1
            return count
        }
        if count == 100 { paused.yield(count) }
    }

    func whenRoom(_ resume: @escaping @Sendable () -> Void) {
        paused.yield(recorded.copy)
        recorder.whenRoom(resume)
    }
}
