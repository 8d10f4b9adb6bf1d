import Foundation
import Reactor
import ReactorRecordingSupport
import Testing

@testable import ReactorRecording

/// Journals with an entry that crashes every process that replays it, opened by processes that it crashes.
@Suite("An entry that crashes every opening", .serialized)
struct CrashingOpeningTests {
    /// A journal with the entry, left by a process that crashed right after the write.
    private static func journal(_ words: [String]) throws -> JournalOnDisk {
        let header = JournalHeader(
            id: "1", app: "pilot", at: .zero, schema: Pilot.catalog.schema,
            base: try Pilot.catalog.encode(state: Pilot()).bytes())
        let lines = words.enumerated().map { index, word in
            JournalLine.entry(
                JournalEntry(
                    seq: UInt64(index) + 1, at: .zero,
                    event: RecordedEvent(name: "said", payload: Array(#"{"word":"\#(word)"}"#.utf8))))
        }
        return try JournalOnDisk(crashed: Recording(header: header, lines: []), lines: lines)
    }

    /// Opens it in a process that crashes at this text.
    private static func open(_ path: String, dyingAt word: String, writtenIn folder: String = "") async {
        Pilot.looks.withLock { $0[folder] = { said in if said == word { Pilot.Way.trap.end() } } }
        _ = try? await Pilot.open(path, .position)
        exit(EXIT_SUCCESS)
    }

    /// Opens it twice in processes that crash at this text.
    private static func crash(_ path: String, at word: String, writtenIn folder: String = "", times: Int = 2) async {
        for _ in 1...times {
            await #expect(processExitsWith: .signal(Pilot.Way.trap.signal)) {
                [path = path as String, word = word as String, folder = folder as String] in
                await Self.open(path, dyingAt: word, writtenIn: folder)
            }
        }
    }

    private static func expectRefusal(_ path: String, seq: UInt64) async {
        await #expect(throws: JournalError.crashesOpening(folder: path, seq: seq, event: "said")) {
            try await Pilot.open(path, .position)
        }
    }

    /// The files that a crash leaves after an entry that crashes every replay and some later ones, while a prediction is open.
    ///
    /// - Parameter body: Records the entry.
    private static func living(
        then distance: Int, _ body: (Core<Pilot>) -> Void
    ) async throws -> (folder: JournalOnDisk, written: String, seq: UInt64) {
        let living = JournalOnDisk()
        let opened = try await Pilot.open(living.path, .off)
        opened.core.fire(event: Pilot.Said(word: "a"))
        let open = opened.core.predict(Pilot.Said(word: "open"))
        body(opened.core)
        _ = await opened.core.state
        let seq = opened.journal.lastSeq
        for number in 0..<distance { opened.core.fire(event: Pilot.Said(word: "\(number)")) }
        try await opened.journal.durable()
        let folder = try living.crashed()
        open.commit()
        try await opened.close()
        return (folder, living.path, seq)
    }

    @Test("The third attempt is refused with the entry, and the attempt after the refusal tries again")
    func refused() async throws {
        let folder = try Self.journal(["a", "b", "c", "d"])
        let before = try Data(contentsOf: URL(filePath: "\(folder.path)/segment-000001.jsonl"))
        await Self.crash(folder.path, at: "c")
        await Self.expectRefusal(folder.path, seq: 3)
        // It was not fixed: refused after another crash.
        await Self.crash(folder.path, at: "c", times: 1)
        await Self.expectRefusal(folder.path, seq: 3)
        #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/segment-000001.jsonl")) == before)

        // The log before the entry continues in a separate folder.
        let copy = JournalOnDisk()
        #expect(try Salvage.copy(from: folder.path, to: copy.path, before: 3).entries == 2)
        let saved = try await Pilot.open(copy.path, .position)
        #expect(await saved.core.state.words == ["a", "b"])
        try await saved.close()

        // This process is fixed: it opens all of it, and leaves no note.
        for _ in 1...3 {
            let opened = try await Pilot.open(folder.path, .position)
            #expect(await opened.core.state.words == ["a", "b", "c", "d"])
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/opening"))
            try await opened.close()
        }
    }

    /// A change below the end of the log, before the entry.
    enum Before: String, CaseIterable {
        case rollback, answer, placed
    }

    @Test(
        "An entry that changes the log below its end is named, whatever number of entries follows",
        arguments: Before.allCases, [0, 20, 300])
    func behindAStep(before: Before, distance: Int) async throws {
        let (folder, written, seq) = try await Self.living(then: distance) { core in
            let prediction = core.predict(Pilot.Said(word: "b"))
            core.fire(event: Pilot.Said(word: "c"))
            switch before {
            case .rollback: prediction.rollback()
            case .answer: prediction.commit(with: [Pilot.Said(word: "B")])
            case .placed:
                core.fire(event: Pilot.Said(word: "server"), .authoritative)
                prediction.commit()
            }
            core.fire(event: Pilot.Said(word: "crash"))
        }
        await Self.crash(folder.path, at: "crash", writtenIn: written)
        await Self.expectRefusal(folder.path, seq: seq)
        let copy = JournalOnDisk()
        _ = try Salvage.copy(from: folder.path, to: copy.path, before: seq)
        let saved = try await Pilot.open(copy.path, .position)
        #expect(await !saved.core.state.words.contains("crash"))
        #expect(await saved.core.state.words.contains("c"))
        try await saved.close()
    }

    @Test("A response that crashes is named, and not a later entry", arguments: [0, 300])
    func answer(distance: Int) async throws {
        let (folder, written, seq) = try await Self.living(then: distance) { core in
            core.predict(Pilot.Said(word: "b")).commit(with: [Pilot.Said(word: "crash")])
        }
        await Self.crash(folder.path, at: "crash", writtenIn: written)
        await Self.expectRefusal(folder.path, seq: seq)
    }

    @Test("The current entry is noted during its replay, and none is noted between entries, while files are read")
    func between() async throws {
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, .off)
        for word in ["a", "b"] { opened.core.fire(event: Pilot.Said(word: word)) }
        try await opened.close()
        let configuration = JournalConfiguration(app: "pilot")
        let writer = JournalWriter(folder.path, configuration)
        let path = folder.path
        let (noted, _, _) = try await writer.open(into: [UInt64]()) { noted, _ in
            noted.append(OpeningNote.failed(JournalFolder(path), configuration.fileSystem).last)
            return true
        }
        await writer.abandon()
        // A header, two entries, and the lines of the close.
        #expect(noted.prefix(3) == [0, 1, 2] && noted.count > 3 && noted.dropFirst(3).allSatisfy { $0 == 0 })
    }

    @Test("An opening that throws does not count as a crash")
    func error() async throws {
        let folder = try Self.journal(["a", "b"])
        struct Other: State, Codable { mutating func react(to event: any Event) {} }
        let other = EventCatalog<Other>(events: [])
        for _ in 1...4 {
            await #expect(throws: ReplayError.self) {
                try await Core.open(
                    journal: folder.path, initial: Other(), catalog: other,
                    configuration: JournalConfiguration(app: "pilot"))
            }
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/opening"))
        }
    }

    @Test("The notes of earlier attempts decide which attempt is refused")
    func decides() {
        var failed = FailedOpenings()
        var refused: [Bool] = []
        /// An opening that ends at an entry, or is refused.
        func open(endingAt seq: UInt64) {
            refused.append(failed.isRefused)
            failed = failed.isRefused ? failed.afterRefusal : failed.next
            if !refused[refused.count - 1] { failed.last = seq }
        }
        for _ in 1...8 { open(endingAt: 7) }
        #expect(refused == [false, false, true, false, true, false, true, false])
        (failed, refused) = (FailedOpenings(), [])
        for seq in [7, 8, 7, 8, 7, 8, 9, 9] { open(endingAt: UInt64(seq)) }
        #expect(refused == [false, false, false, false, false, true, false, true])
        (failed, refused) = (FailedOpenings(), [])
        // Before the first entry there is no entry to report.
        for _ in 1...7 { open(endingAt: 0) }
        #expect(refused == [false, false, false, false, false, true, false])
    }

    @Test("Crashes of another build do not count")
    func otherBuild() throws {
        let folder = JournalFolder("/journal")
        let failed = FailedOpenings(count: 2, last: 7, before: 7)
        for (noted, running, isKnown) in [
            (1, 1, true), (1, 2, false), (nil, 2, false), (1, nil, false), (nil, nil, true),
        ] as [(UInt64?, UInt64?, Bool)] {
            let files = ModelFileSystem()
            files.program = running
            files[folder.opening] = OpeningNote.bytes(failed, program: noted)
            #expect(
                OpeningNote.failed(folder, files) == (isKnown ? failed : FailedOpenings()),
                "\(String(describing: noted))")
        }
    }

    @Test("The number of a build is stable, and changes with its file")
    func program() throws {
        let program = try #require(SystemFileSystem().program)
        #expect(SystemFileSystem().program == program)
        let file = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(SystemFileSystem.build(file) == nil)
        try Data("one".utf8).write(to: URL(filePath: file))
        let first = try #require(SystemFileSystem.build(file))
        #expect(SystemFileSystem.build(file) == first)
        try Data("others".utf8).write(to: URL(filePath: file))
        #expect(SystemFileSystem.build(file) != first)
    }

    @Test("A copy that ends with a whole segment opens like one that ends within a segment", arguments: 1...6)
    func copies(before seq: Int) async throws {
        let folder = JournalOnDisk()
        let words = ["a", "b", "c", "d", "e"]
        let configuration = JournalConfiguration(
            app: "pilot", durability: .process, rotation: Rotation(entries: 2, keeping: nil), gathering: .zero)
        let opened = try await Core.open(
            journal: folder.path, initial: Pilot(), catalog: Pilot.catalog, configuration: configuration)
        for word in words {
            opened.core.fire(event: Pilot.Said(word: word))
            try await opened.journal.durable(through: UInt64(1 + (words.firstIndex(of: word) ?? 0)))
        }
        try await opened.close()
        #expect(try folder.segments.count > 1)
        let copy = JournalOnDisk()
        let report = try Salvage.copy(from: folder.path, to: copy.path, before: UInt64(seq))
        #expect(report.entries == seq - 1 && report.losses.isEmpty)
        let verification = Verification(at: copy.path, catalog: Pilot.catalog)
        #expect(verification.finding == nil && verification.seq == UInt64(seq - 1))
        let saved = try await Pilot.open(copy.path, .position)
        #expect(await saved.core.state.words == Array(words.prefix(seq - 1)))
        saved.core.fire(event: Pilot.Said(word: "z"))
        try await saved.close()
        #expect(Verification(at: copy.path, catalog: Pilot.catalog).finding == nil)
    }
}
