import Foundation
import Reactor
import ReactorTools
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A journal that is redacted when it is written")
struct RedactedJournalTests {
    /// Everything that can be written: certain events, groups, predictions of every fate, segments, states and checks.
    private func play(_ redactor: Redactor?, in folder: JournalOnDisk) async throws -> [JournalReport] {
        let reports = Locked<[JournalReport]>([])
        let opened = try await Core.open(
            journal: folder.path, initial: Diary(), catalog: Diary.catalog,
            configuration: JournalConfiguration(
                app: "diary", durability: .process, rotation: Rotation(entries: 3, keeping: nil), checkEvery: 1,
                limits: JournalLimits(warning: 1, error: 1 << 20), gathering: .zero,
                report: { report in reports.withLock { $0.append(report) } }),
            redactor: redactor)
        let core = opened.core
        let pending = core.predict(Diary.Written(text: "on its way", pin: "pin-3333"))
        for round in 0..<5 {
            core.fire(event: Diary.SignedIn(password: "pa55word"))
            core.fire(events: [
                Diary.Written(text: "first \(round)", pin: "pin-1111"), Diary.Written(text: "second", pin: "pin-2222"),
            ])
            core.predict(Diary.Written(text: "withdrawn", pin: "pin-2222")).rollback()
            core.predict(Diary.Written(text: "guess", pin: "pin-1111")).commit(with: [
                Diary.Written(text: "answer", pin: "pin-2222")
            ])
            await core.settled()
            try await opened.journal.durable()
        }
        try await opened.journal.close()
        withExtendedLifetime(pending) {}
        return reports.copy
    }

    /// Every file, whatever it is for.
    private func contents(of folder: JournalOnDisk) throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = try Data(contentsOf: URL(filePath: folder.path).appending(path: name))
            contents[name] = String(decoding: bytes, as: UTF8.self)
        }
        return contents
    }

    @Test("No secret is in any file or report, and everything else is there")
    func planted() async throws {
        let folder = JournalOnDisk()
        let reports = try await play(Diary.redactor, in: folder)
        #expect(reports.count > 10)
        var contents = try contents(of: folder)
        contents["reports"] = reports.map(\.description).joined()
        for (name, content) in contents {
            for secret in Diary.secrets { #expect(!content.contains(secret), "\(secret) is in \(name)") }
        }
        let segments = try folder.segments
        #expect(segments.count > 3)
        for segment in segments {
            #expect(contents[segment]?.contains("‹redacted›") == true)
            #expect(contents[segment]?.hasPrefix(#"{"reactor":4,"#) == true)
        }
        #expect(contents.values.contains { $0.contains("second") && $0.contains("on its way") })
    }

    @Test("Without a redactor they are, so that the test above can fail")
    func unredacted() async throws {
        let folder = JournalOnDisk()
        _ = try await play(nil, in: folder)
        let all = try contents(of: folder).values.joined()
        for secret in Diary.secrets { #expect(all.contains(secret), "\(secret)") }
        #expect(all.contains(#""digest":"#))
    }

    @Test("Every header and every changed entry says so, and no digest is written")
    func marks() async throws {
        let folder = JournalOnDisk()
        _ = try await play(Diary.redactor, in: folder)
        var entries = 0
        for segment in try folder.segments {
            for line in try folder.lines(of: segment) {
                switch line {
                case .header(let header): #expect(header.isRedacted)
                case .check(let check): #expect(check.digest == nil)
                case .entry(let entry):
                    #expect(entry.event == nil || entry.event?.gap == .redacted)
                    entries += 1
                }
            }
        }
        #expect(entries == 1 + 5 * 7)
    }

    @Test("It is replayed with the blots in it, and says that this is not what was seen")
    func replays() async throws {
        let folder = JournalOnDisk()
        _ = try await play(Diary.redactor, in: folder)
        let recording = try RecordingFile(path: folder.path)
        var replay = try Replay(of: recording, catalog: Diary.catalog)
        #expect(!replay.isExact)
        #expect(replay.state.lines.prefix(4).map(\.text) == ["on its way", "first 0", "second", "answer"])
        #expect(Set(replay.state.lines.map(\.pin)) == ["‹redacted›"])
        let verification = try Verification(of: recording, catalog: Diary.catalog)
        #expect(verification.finding == nil && !verification.isExact && verification.checks == 0)
        let page = try Inspection(of: recording, catalog: Diary.catalog).page()
        #expect(String(decoding: page, as: UTF8.self).contains("answer"))
    }

    @Test("Nothing goes on from it, with a redactor or without, and it is left as it is")
    func isNotResumed() async throws {
        let folder = JournalOnDisk()
        _ = try await play(Diary.redactor, in: folder)
        let before = try contents(of: folder)
        let last = "\(folder.path)/\(try #require(folder.segments.last))"
        for redactor in [nil, Diary.redactor] {
            await #expect(throws: JournalError(.redacted(file: last))) { _ = try await play(redactor, in: folder) }
        }
        var after = try contents(of: folder)
        after["lock"] = before["lock"]
        #expect(after == before)
    }

    @Test("A journal that has its secrets is not gone on with by one that may not")
    func isNotMixed() async throws {
        let folder = JournalOnDisk()
        _ = try await play(nil, in: folder)
        let count = try folder.segments.count
        await #expect(throws: JournalError(.notRedacted(folder: folder.path))) {
            _ = try await play(Diary.redactor, in: folder)
        }
        #expect(try folder.segments.count == count)
        _ = try await play(nil, in: folder)
    }

    struct Scale: State, Codable, Equatable {
        var grams = 81_400
        mutating func react(to event: any Event) { if let event = event as? Weighed { grams = event.grams } }
        struct Weighed: Event, Codable { var grams: Int }
    }

    @Test("Where a number is secret it cannot be replayed, and that is what is said")
    func numbers() async throws {
        let catalog = EventCatalog<Scale>(events: [.event(Scale.Weighed.self, as: "weighed")])
        func replay(_ redactor: Redactor) async throws {
            let folder = JournalOnDisk()
            let opened = try await Core.open(
                journal: folder.path, initial: Scale(), catalog: catalog,
                configuration: JournalConfiguration(app: "scale", durability: .process), redactor: redactor)
            opened.core.fire(event: Scale.Weighed(grams: 82_000))
            await opened.core.settled()
            try await opened.journal.close()
            _ = try Replay(of: RecordingFile(path: folder.path), catalog: catalog)
        }
        await #expect(throws: ReplayError(.redacted(seq: 0))) { try await replay(Redactor(state: [["grams"]])) }
        await #expect(throws: ReplayError(.catalog(CatalogError(.notRecorded("weighed", .redacted)), seq: 1))) {
            try await replay(Redactor(events: ["weighed": [["grams"]]]))
        }
    }

    @Test("What cannot be looked into is blotted out whole")
    func unreadable() {
        let deep =
            String(repeating: "[", count: JSON.depthLimit + 1) + "\"s3cret\""
            + String(repeating: "]", count: JSON.depthLimit + 1)
        let redactor = Redactor(state: [["pin"]], events: ["card.*": [["pin"]]])
        var event = RecordedEvent(name: "card.entered", payload: Array(deep.utf8))
        #expect(redactor.redact(&event))
        #expect(event.gap == .redacted && event.payload == Redactor.mark.bytes())
        var other = RecordedEvent(name: "chat.sent", payload: Array(deep.utf8))
        #expect(!redactor.redact(&other) && other.payload == Array(deep.utf8))
        var header = Diary.recording.header
        header.base = Array(deep.utf8)
        header = redactor.redacted(header)
        #expect(header.base == Redactor.mark.bytes())
    }
}
