import Foundation
import Reactor
import ReactorRecording
import ReactorTestSupport
import Testing

@testable import ReactorTerminal
@testable import ExampleTextEdit

@Suite("textedit record")
struct RecordTests {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(ReplayTests.greeting, to: "trace.json")
    }

    @Test("A session becomes one file that holds all of it, and nothing else is left")
    func record() async throws {
        let answer = await folder.run("record", folder.file("trace.json"), folder.file("out.jsonl"))
        #expect(answer.code == .ok, "\(answer.errors)")
        #expect(answer.output == "3 events recorded in \(folder.file("out.jsonl"))\n")
        #expect(try folder.names == ["out.jsonl", "trace.json"])
        let recording = try Recording(path: folder.file("out.jsonl"))
        #expect(recording.header.app == "textedit")
        #expect(recording.header.schema.events == ["text.edited": 1, "text.reset": 1])
        #expect(String(decoding: recording.header.base, as: UTF8.self) == #"{"text":"Hallo"}"#)
        var end = try Replay(of: recording, catalog: Document.catalog)
        #expect(end.seq == 3)
        #expect(end.state.text.string == "Hello 🧵\t\u{1B}!\n")
    }

    @Test("An event is recorded under its lasting name, with its lasting properties")
    func names() async throws {
        _ = await folder.run("record", folder.file("trace.json"), folder.file("out.jsonl"))
        let lines = try folder.text(of: "out.jsonl").split(separator: "\n")
        #expect(
            lines[1].contains(
                #""event":"text.edited","v":1,"payload":{"deletedCount":1,"inserted":"e","position":1},"crc":"#))
    }

    @Test("For a dash the recording goes to standard output, and nothing beside it")
    func toOutput() async throws {
        let answer = await folder.run("record", folder.file("trace.json"), "-")
        #expect(answer.code == .ok, "\(answer.errors)")
        try folder.write(answer.output, to: "out.jsonl")
        #expect(try Replay(of: RecordingFile(path: folder.file("out.jsonl")), catalog: Document.catalog).seq == 3)
    }

    @Test(
        "Random sessions are recorded such that every moment is that of the plain fold",
        arguments: 1...UInt64(Loops.rounds(of: 20)))
    func everyMoment(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let start = random.text(count: 40)
        var texts = [EditableText(start)]
        var edits: [Edited] = []
        for _ in 0..<1_500 {
            var text = texts[edits.count]
            let position = Int.random(in: 0...text.count, using: &random)
            let deleted = Int.random(in: 0...min(3, text.count - position), using: &random)
            let edit = Edited(
                position: Int32(position), deletedCount: Int32(deleted), inserted: random.text(count: 2))
            text.replace(edit.range, with: edit.inserted)
            edits.append(edit)
            texts.append(text)
        }
        let trace = Trace(start: start, end: "", edits: edits, transactionCount: 1)
        let session = try await ExampleTextEdit.record(trace, in: folder.file("journal")) { _ in }
        #expect(session.entries == 1_500)
        let recording = try SessionRecording(session.file)
        var playback = try Playback(of: recording, every: 100, catalog: Document.catalog)
        for seq in [0, 1, 2, 999, 1_000, 1_001, 1_500]
            + (0..<20).map({ _ in Int.random(in: 0...1_500, using: &random) })
        {
            try playback.move(to: UInt64(seq))
            #expect(playback.state.text == texts[seq], "seed \(seed), entry \(seq)")
        }
        #expect(try Verification(of: recording, catalog: Document.catalog).finding == nil, "seed \(seed)")
    }

    @Test("A session that ends otherwise than its trace says is recorded, and fails")
    func difference() async throws {
        try folder.write(#"{"startContent":"a","endContent":"b","txns":[]}"#, to: "other.json")
        let answer = await folder.run("record", folder.file("other.json"), folder.file("out.jsonl"))
        #expect(answer.code == .failed)
        #expect(answer.errors.hasPrefix("textedit: error: the end text differs from the known one at position 0: "))
        #expect(try RecordingFile(path: folder.file("out.jsonl")).header.base == Array(#"{"text":"a"}"#.utf8))
    }

    @Test("An interrupted recording leaves nothing behind")
    func interrupted() async throws {
        let interrupt = Interrupt()
        interrupt.raise()
        let answer = await folder.run(
            "record", folder.file("trace.json"), folder.file("out.jsonl"), interrupt: interrupt)
        #expect(answer.code == .interrupted)
        #expect(answer.output + answer.errors == "")
        #expect(try folder.names == ["trace.json"])
    }

    @Test("Playing that is cancelled in the middle ends the recording")
    func cancelled() async throws {
        let edit = Edited(position: 0, deletedCount: 0, inserted: "x")
        let trace = Trace(start: "", end: "", edits: Array(repeating: edit, count: 10_000), transactionCount: 1)
        let path = folder.file("journal")
        let task = Task {
            try await ExampleTextEdit.record(trace, in: path) { done in
                #expect(done <= 4_096, "it went on")
                if done == 4_096 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A file that is there is not replaced by a recording")
    func nothingReplaced() async throws {
        let trace = folder.file("trace.json")
        let answer = await folder.run("record", trace, trace)
        #expect(answer.code == .failed)
        #expect(
            answer.errors == "textedit: error: \(trace) is there already; name another file, or remove it first\n")
        #expect(try folder.text(of: "trace.json") == ReplayTests.greeting)
        #expect(try folder.names == ["trace.json"])
    }

    @Test("A place that cannot be written is named before anything is played, and a bad trace leaves nothing")
    func unwritable() async throws {
        let nowhere = folder.file("nowhere/out.jsonl")
        let answer = await folder.run("record", folder.file("trace.json"), nowhere)
        #expect(answer.code == .failed)
        #expect(answer.errors.hasPrefix("textedit: error: cannot write \(nowhere): "))
        #expect(answer.errors.hasSuffix("; name a file in a folder that is there and may be written\n"))

        try folder.write("{", to: "bad.json")
        let bad = await folder.run("record", folder.file("bad.json"), folder.file("out.jsonl"))
        #expect(bad.code == .failed)
        #expect(bad.errors.contains("bad.json: line 1, column 2: this is not JSON"))
        #expect(try folder.names == ["bad.json", "trace.json"])
    }

    @Test(
        "A recorded session of 19,749 keystrokes ends with its text",
        .enabled(if: FileManager.default.isReadableFile(atPath: ReplayTests.recorded)))
    func recordedSession() async throws {
        let answer = await folder.run("record", ReplayTests.recorded, folder.file("out.jsonl"))
        #expect(answer.code == .ok, "\(answer.errors)")
        let trace = try Trace(file: ReplayTests.recorded)
        let end = await folder.run("travel", folder.file("out.jsonl"), "--print")
        #expect(end.code == .ok, "\(end.errors)")
        #expect(end.output == trace.end)
    }
}
