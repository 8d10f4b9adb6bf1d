import ExampleWeightLogCore
import Foundation
import PlantedApps
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
        mapped.begin(Array("session".utf8))
        mapped.reach(7, Array("event".utf8))
        #expect(note.content == NotedEvent(seq: 7, event: "event", session: "session"))

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
        note.begin(long)
        step { note.reach(1, long) }
        #expect(note.content.session.count == 246 && note.content.event.count == 246)
    }

    @Test("A negative size and a line above the limit end the worker without a crash, and it is started again")
    func invalidRequests() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 5)
        let worker = try folder.worker()
        for size in ["-1", "-9223372036854775808"] {
            try worker.ask(["path": "x", "bytes": .number(JSON.Number(try #require(Int(size))))])
            #expect(try worker.ends(), "\(size)")
        }
        try worker.ask(["path": .string(String(repeating: "p", count: 3 << 20))])
        #expect(try worker.ends(), "it filled the memory")
        try worker.ask(["path": .string(folder.names[0]), "file": .string("\(folder.path)/\(folder.names[0])")])
        _ = try worker.row()
    }

    @Test("The output of a reducer is not a response")
    func prints() throws {
        let folder = try Sessions(Weights.self, count: 3, entries: 40)
        let recording = try RecordingDraft(of: RecordingFile(path: "\(folder.path)/\(folder.names[0])"))
        let workers = [try folder.worker(), try folder.worker(0, ["--prints"])]
        for _ in 1...3 {
            let rows = try workers.map { worker in
                try worker.ask(["path": "x"], recording.bytes())
                return try worker.row()
            }
            #expect(rows[0] == rows[1])
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
        input.fileHandleForWriting.write(Data("\(folder.path)/\(folder.names[0])\n".utf8))
        try input.fileHandleForWriting.close()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(said.split(separator: "\n").count == 1)
        #expect(try BacktestRow(JSON(parsing: said)) != nil)
    }

    @Test("A worker whose start exceeds the limit of an event does not count as hanging")
    func beginsSlowly() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let command = folder.command(0, ["check", "-"])
        let slow = WorkerCommand("/bin/sh", ["-c", "sleep 1; exec \"$0\" \"$@\"", command.program] + command.arguments)
        let worker = try WorkerProcess(slow, notes: Sessions<Weights>.notes, limit: .milliseconds(200))
        try worker.ask(["path": "x", "file": .string("\(folder.path)/\(folder.names[0])")])
        _ = try worker.row()
    }
}
