import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A flight recorder")
struct FlightRecorderTests {
    private static let levels: [FlightRecorder] = [.position, .payload(), .payload(.last(5, bytes: 2_000))]

    @Test(
        "An event is in flight while react(to:) runs, and no event is after it", arguments: levels)
    func inFlight(level: FlightRecorder) async throws {
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, level, gathering: .seconds(60))
        let seen = Locked<[(word: String, end: Result<UnexpectedEnd?, any Error>)]>([])
        Pilot.looks.withLock {
            $0[folder.path] = { word in
                let end = Result { try folder.endOfCrash() }
                seen.withLock { $0.append((word, end)) }
            }
        }
        let core = opened.core
        for number in 0..<5 { core.fire(event: Pilot.Said(word: "plain \(number)")) }
        core.fire(events: [Pilot.Said(word: "first"), Pilot.Said(word: "second")])
        let prediction = core.predict(Pilot.Said(word: "predicted"))
        await core.settled()
        let all = seen.copy
        #expect(all.map(\.word) == (0..<5).map { "plain \($0)" } + ["first", "second", "predicted"])
        for (index, look) in all.enumerated() {
            let end = try #require(try look.end.get(), "\(look.word)")
            #expect(end.inFlight == UnexpectedEnd.Step(seq: UInt64(index) + 1, event: "said"), "\(look.word)")
            #expect(end.missing.last == end.inFlight || end.seq >= UInt64(index) + 1)
            guard level != .position, end.missing.last == end.inFlight else { continue }
            let payload = end.entries.last?.event.map { String(decoding: $0.payload, as: UTF8.self) }
            if end.entries.count == end.missing.count { #expect(payload == #"{"word":"\#(look.word)"}"#) }
        }
        // The next entry is named only when it has begun.
        prediction.commit()
        await core.settled()
        let rest = try #require(try folder.endOfCrash())
        #expect(rest.inFlight == nil)
        #expect(rest.missing.last.map(\.seq) ?? rest.seq == 9)
        Pilot.looks.withLock { $0[folder.path] = nil }
        try await opened.close()
    }

    @Test("An event of a command is in flight with its launch, and a step without an event has no name")
    func launches() async throws {
        struct Speak: Command {
            func execute(state: Pilot, core: Core<Pilot>) async { core.fire(event: Pilot.Said(word: "from a command")) }
        }
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, .position, gathering: .seconds(60))
        let ends = Locked<[UnexpectedEnd]>([])
        Pilot.looks.withLock {
            $0[folder.path] = { _ in
                if let end = try? folder.endOfCrash() { ends.withLock { $0.append(end) } }
            }
        }
        let handle = opened.core.fire(command: Speak())
        _ = await handle.outcome
        await opened.core.settled()
        #expect(ends.copy.first?.inFlight == UnexpectedEnd.Step(seq: 1, event: "said", launch: 1))
        opened.core.predict(Pilot.Said(word: "guess")).rollback()
        await opened.core.settled()
        let end = try #require(try folder.endOfCrash())
        #expect(end.missing.last.map { $0.event == nil && $0.seq == 3 } ?? (end.seq == 3))
        Pilot.looks.withLock { $0[folder.path] = nil }
        try await opened.close()
    }

    @Test("After a suspension in which another process wrote, it continues with the new numbers", arguments: levels)
    func suspended(level: FlightRecorder) async throws {
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, level, gathering: .seconds(60))
        opened.core.fire(event: Pilot.Said(word: "before"))
        opened.core.fire(event: Pilot.Cleared(all: false))
        try await opened.suspend()
        opened.core.fire(event: Pilot.Said(word: "waits"))
        let other = try await Pilot.open(folder.path, level)
        for _ in 1...3 { other.core.fire(event: Pilot.Said(word: "another's")) }
        try await other.close()
        try await opened.resume()
        try await opened.journal.durable()
        // These two are not written yet.
        opened.core.fire(event: Pilot.Cleared(all: false))
        opened.core.fire(event: Pilot.Said(word: "last"))
        await opened.core.settled()
        let end = try #require(try folder.endOfCrash())
        #expect(
            end.missing == [UnexpectedEnd.Step(seq: 7, event: "cleared"), UnexpectedEnd.Step(seq: 8, event: "said")])
        #expect(end.inFlight == nil && end.seq == 6)
        try await opened.close()
    }

    @Test(
        "The opening report contains the step in flight, and the entries replay to its state",
        arguments: [1, 2, 3])
    func opening(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, .payload(), gathering: .milliseconds(1))
        let left = Locked<JournalOnDisk?>(nil)
        Pilot.looks.withLock {
            $0[folder.path] = { word in
                if word == "here" { left.withLock { $0 = try? folder.crashed() } }
            }
        }
        var predictions: [Prediction] = []
        for number in 0..<(20 + random.below(60)) {
            switch random.below(6) {
            case 0: predictions.append(opened.core.predict(Pilot.Said(word: "guess \(number)")))
            case 1: predictions.popLast()?.rollback()
            case 2: predictions.popLast()?.commit()
            case 3: opened.core.fire(events: [Pilot.Said(word: "a"), Pilot.Said(word: "b"), Pilot.Cleared(all: false)])
            default: opened.core.fire(event: Pilot.Said(word: "word \(number)"))
            }
            if random.chance(20) { await opened.core.settled() }
        }
        await opened.core.settled()
        let before = await opened.core.state
        for prediction in predictions { prediction.commit() }
        opened.core.fire(event: Pilot.Said(word: "here"))
        await opened.core.settled()
        Pilot.looks.withLock { $0[folder.path] = nil }
        let state = await opened.core.state
        #expect(state.words == before.words + ["here"])
        try await opened.close()

        let crashed = try #require(left.copy)
        let again = try await Pilot.open(crashed.path, .payload())
        let end = try #require(again.report.unexpectedEnd)
        #expect(again.report.recovery.ending == .unexpected)
        #expect(end.inFlight?.event == "said")
        // The writer may have written the event in flight by then; the recorder names it anyway.
        #expect(end.inFlight?.seq == end.missing.last?.seq ?? end.seq)
        #expect(end.entries.count == end.missing.count)
        // The report reaches the event in flight.
        let report = try BugReport(of: end, catalog: Pilot.catalog, redactor: nil)
        #expect(report.leftOut == nil)
        let recording = try report.lines()
        var replay = try Replay(recording.header, catalog: Pilot.catalog)
        for line in recording.lines { try replay.read(line) }
        #expect(replay.state.words == state.words)
        #expect(replay.seq == end.inFlight?.seq)
        try await again.close()
    }

    @Test("A closed journal leaves no flight recorder, and opens without an unexpected end")
    func closed() async throws {
        let folder = JournalOnDisk()
        for session in 0..<3 {
            let opened = try await Pilot.open(folder.path, .position)
            #expect(opened.report.unexpectedEnd == nil)
            #expect(opened.report.recovery.ending == (session == 0 ? .notKnown : .closed))
            #expect(FileManager.default.fileExists(atPath: "\(folder.path)/flight"))
            opened.core.fire(event: Pilot.Said(word: "\(session)"))
            try await opened.close()
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/flight"))
            #expect(try folder.segments.count == 1)
        }
        var reader = try RecordingReader(path: folder.path)
        while try reader.next() != nil {}
        #expect(reader.ending == .closed)
    }

    @Test("A journal that was reopened and not closed has ended unexpectedly, whatever was written")
    func reopened() async throws {
        let folder = JournalOnDisk()
        try await Pilot.open(folder.path, .off).close()
        for level in [FlightRecorder.off, .position] {
            let opened = try await Pilot.open(folder.path, level)
            #expect(try RecordingFile(path: folder.path).unexpectedEnd() == nil, "a writer is at work")
            let crashed = try folder.crashed()
            let end = try #require(try UnexpectedEnd(in: crashed.path))
            #expect(end.seq == 0 && end.inFlight == nil && end.missing.isEmpty)
            let again = try await Pilot.open(crashed.path, level)
            #expect(again.report.recovery.endedUnexpectedly && again.report.unexpectedEnd == end)
            try await again.close()
            try await opened.close()
        }
    }

    @Test("On a full disk there is no flight recorder, nor an old file; this is reported, and the journal continues")
    func fullDisk() async throws {
        let system = ModelFileSystem()
        try system.makeFolders("/journal")
        system["/journal/flight"] = [1, 2, 3]
        system.setTrouble { _, call in call == "map" ? .error(ENOSPC) : nil }
        let reports = Locked<[JournalReport]>([])
        var configuration = JournalConfiguration(
            app: "pilot", durability: .process, flight: .payload(), now: { .zero },
            report: { report in reports.withLock { $0.append(report) } })
        configuration.fileSystem = system
        let opened = try await Core.open(
            journal: "/journal", initial: Pilot(), catalog: Pilot.catalog, configuration: configuration)
        #expect(system["/journal/flight"] == nil)
        try await opened.write(Pilot.Said(word: "a"))
        try await opened.close()
        let error = JournalError(SystemError(call: "map", path: "/journal/flight", code: ENOSPC))
        #expect(reports.copy == [.withoutFlightRecorder(error)])
        #expect(
            reports.copy.first.map { "\($0)" }?.hasPrefix("The journal has no flight recorder")
                == true)
    }

    @Test("The file of an earlier session does not describe the end of a session without a flight recorder")
    func stale() async throws {
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, .payload(), gathering: .seconds(60))
        try await opened.write(Pilot.Said(word: "a"))
        // The writer gathers for a minute.
        for word in ["b", "c"] { opened.core.fire(event: Pilot.Said(word: word)) }
        await opened.core.settled()
        let crashed = try folder.crashed()
        try await opened.close()
        #expect(try UnexpectedEnd(in: crashed.path)?.missing.count == 2)
        let again = try await Pilot.open(crashed.path, .off)
        let second = try crashed.crashed()
        #expect(!FileManager.default.fileExists(atPath: "\(second.path)/flight"))
        #expect(try UnexpectedEnd(in: second.path)?.missing == [])
        try await again.close()
    }

    @Test("The space on disk is allocated when the file is created")
    func room() async throws {
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, .payload(.last(2_000, bytes: 200_000)))
        let bytes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/flight")[.size] as? Int
        #expect(bytes == FlightRing.size(200_000))
        var status = stat()
        #expect(stat("\(folder.path)/flight", &status) == 0)
        #expect(Int(status.st_blocks) * 512 >= bytes ?? .max)
        try await opened.close()
    }
}

extension BugReport {
    /// The recording in it.
    func lines() throws -> Recording {
        var reader = LineReader()
        let lines = try recording.split(separator: UInt8(ascii: "\n")).map { try reader.read(Array($0)) }
        return Recording(header: header, lines: Array(lines.dropFirst()))
    }
}
