import ExamplePatterns
import ExampleWeightLogCore
import Foundation
import PlantedApps
import Reactor
import ReactorRecording
import Testing

@testable import ReactorTools

@Suite("A worker and its note")
struct WorkerTests {
    @Test("A note is in a file with an unpredictable name, for its owner only, and follows no link")
    func note() throws {
        let (note, path) = try EventNote.new(in: Sessions<Weights>.notes)
        let (_, other) = try EventNote.new(in: Sessions<Weights>.notes)
        defer { for path in [path, other] { unlink(path) } }
        #expect(path != other)
        #expect(!path.contains("\(ProcessInfo.processInfo.processIdentifier)"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let mapped = try EventNote(path: path)
        mapped.reach(7, Array("event".utf8))
        #expect(note.content == NotedEvent(seq: 7, event: "event"))

        let link = "\(path)-link"
        #expect(symlink(path, link) == 0)
        defer { unlink(link) }
        #expect(throws: MinimiseError.self) { _ = try EventNote(path: link) }
        #expect(throws: MinimiseError.self) { _ = try EventNote.new(in: "/nowhere") }
    }

    @Test("A note shows progress, also within one entry, and allows long names")
    func progress() throws {
        let (note, path) = try EventNote.new(in: Sessions<Weights>.notes)
        defer { unlink(path) }
        let long = Array(repeating: UInt8(ascii: "x"), count: 1_000)
        var seen: [[UInt64]] = [note.progress]
        func step(_ body: () -> Void) {
            body()
            #expect(!seen.contains(note.progress))
            seen.append(note.progress)
        }
        step { note.reach(1, long) }
        for _ in 1...3 { step { note.apply(long) } }
        note.clear()
        step { note.reach(1, long) }
        #expect(note.content.event.count == 494)
    }

    @Test("A negative size and a line above the limit end the worker without a crash, and it is started again")
    func invalidRequests() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 5)
        let worker = try folder.worker()
        for line in ["-1", "-9223372036854775808", String(repeating: "9", count: 3 << 20), "{}"] {
            try worker.send(Array("\(line)\n".utf8))
            #expect(try worker.ends(), "\(line.prefix(40))")
        }
        try worker.ask(folder.bytes())
        #expect(try worker.entries() == folder.entries())
    }

    @Test("The output of a reducer is not a response")
    func prints() throws {
        let folder = try Sessions(Weights.self, count: 3, entries: 40)
        let recording = try folder.bytes()
        let workers = [try folder.worker(), try folder.worker(0, ["--prints"])]
        for _ in 1...3 {
            for worker in workers {
                try worker.ask(recording)
                #expect(try worker.entries() == folder.entries())
            }
        }
    }

    @Test("The output of a reducer before the end of its worker is not a response")
    func printsAtItsEnd() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let command = folder.command(0, ["--prints", "check", "-"])
        let process = Process()
        process.executableURL = URL(filePath: command.program)
        process.arguments = command.arguments
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        try process.run()
        let bytes = try folder.bytes()
        input.fileHandleForWriting.write(Data("\(bytes.count)\n".utf8) + Data(bytes))
        try input.fileHandleForWriting.close()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(said.split(separator: "\n").count == 1)
        #expect(try JSON(parsing: said)["entries"]?.int == folder.entries())
    }

    @Test("A worker whose start exceeds the limit of an event does not count as hanging")
    func beginsSlowly() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let command = folder.command(0, ["check", "-"])
        let slow = WorkerCommand("/bin/sh", ["-c", "sleep 1; exec \"$0\" \"$@\"", command.program] + command.arguments)
        let worker = try WorkerProcess(slow, notes: Sessions<Weights>.notes, limit: .milliseconds(200))
        try worker.ask(folder.bytes())
        #expect(try worker.entries() == folder.entries())
    }

    @Test("An incomplete recording is replayed up to its end, as after a crash")
    func incomplete() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 60)
        let worker = try folder.worker()
        let bytes = try folder.bytes()
        try worker.ask(bytes)
        let count = try folder.entries()
        #expect(try worker.entries() == count)
        try worker.ask(Array(bytes.prefix(bytes.count / 2)))
        #expect((1..<count).contains(try worker.entries()))
    }

    @Test("A crash is reported with its event and entry, also after a broken invariant, and the worker starts again")
    func crash() throws {
        let folder = try Sessions(TodoApp.self, count: 1, entries: 1)
        let lines: [(String, JSON)] = [
            ("assign", ["id": 1, "name": "search.text", "value": "bread"]),
            ("todos.found", ["text": "bread", "todos": []]),
        ]
        let entries = lines.enumerated().map { index, event in
            JournalEntry(
                seq: UInt64(index + 1), at: Timestamp(millisecondsSince1970: 1_700_000_000_000), step: .event(),
                event: RecordedEvent(name: event.0, payload: event.1.bytes()))
        }
        let header = try Recording(path: "\(folder.path)/\(folder.names[0])").header
        let worker = try folder.worker(4)
        for _ in 1...2 {
            try worker.ask(RecordingDraft(header: header, entries: entries).bytes())
            guard case .died(_, let note) = try worker.answer() else { throw CancellationError() }
            #expect(note.event == "todos.found" && note.seq == 2)
        }
    }
}
