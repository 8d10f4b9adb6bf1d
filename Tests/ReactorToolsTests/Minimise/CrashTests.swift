import Foundation
import PlantedApps
import ReactorRecording
import Testing
import ExampleTextEditCatalog
import ExampleWeightLogCatalog

@testable import ReactorTools

@Suite("Crashes made smaller")
struct CrashTests {
    @Test("A recording that kills the program becomes the events that do, by a signal that was real")
    func crash() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 200)
        let judge = try CrashJudge(folder.command(5), notes: Sessions<Weights>.notes)
        var minimisation = try Minimisation(
            of: try RecordingFile(path: "\(folder.path)/\(folder.names[0])"), catalog: Weights.catalog,
            judge: judge.judge)
        try minimisation.run()
        #expect(
            minimisation.smallest.entries.compactMap(\.event?.name) == [
                "records.arrived", "records.arrived", "records.arrived", "refresh.failed",
            ])
        #expect(judge.crash?.event == "refresh.failed")
        #expect([SIGILL, SIGTRAP].contains(judge.crash?.signal))
        #expect(minimisation.replays < 200)
    }

    @Test("Another event that dies of the same signal is another crash")
    func otherCrash() throws {
        let folder = try Sessions(Document.self, count: 1, entries: 10)
        let header = try RecordingFile(path: "\(folder.path)/\(folder.names[0])").header
        // The bug dies of whatever happens to a text of 97 letters.
        let text = String(repeating: "x", count: 97)
        let long = RecordedEvent("text.edited", #"{"deletedCount":0,"inserted":"\#(text)","position":0}"#)
        let edit = RecordedEvent("text.edited", #"{"deletedCount":1,"inserted":"","position":0}"#)
        func draft(_ events: [RecordedEvent]) -> RecordingDraft {
            RecordingDraft(from: String(decoding: header.base, as: UTF8.self), events)
        }
        let reset = RecordedEvent("text.reset", "{}")
        let judge = try CrashJudge(folder.command(4), notes: Sessions<Document>.notes)
        #expect(try judge.judge(draft([edit, long, reset])) == 3)
        #expect(judge.crash?.event == "text.reset")
        #expect(try judge.judge(draft([long, edit])) == nil)
        #expect(try judge.judge(draft([long, reset, edit])) == 2)
        // Neither a recording that does not replay nor one that is empty is one that crashes.
        #expect(try judge.judge(draft([RecordedEvent("text.edited", "{}")])) == nil)
        #expect(try judge.judge(draft([])) == nil)
    }

    @Test("The same event that dies of the same signal in another place is another crash, and another cause")
    func otherPlace() throws {
        let folder = try Sessions(Document.self, count: 1, entries: 10)
        let file = "\(folder.path)/\(folder.names[0])"
        let header = try RecordingFile(path: file).header
        func edit(_ position: Int, _ deleted: Int, _ inserted: Int) -> RecordedEvent {
            let text = String(repeating: "y", count: inserted)
            return RecordedEvent(
                "text.edited", #"{"deletedCount":\#(deleted),"inserted":"\#(text)","position":\#(position)}"#)
        }
        // A trap, and an index out of range.
        let drafts = [[edit(0, 0, 103), edit(0, 2, 0)], [edit(0, 0, 64), edit(33, 0, 1)]].map {
            RecordingDraft(header: header, entries: RecordingDraft(from: "{}", $0).entries)
        }
        let both = ["--also", "8"]
        let judge = try CrashJudge(folder.command(1, both), notes: Sessions<Document>.notes)
        #expect(try judge.judge(drafts[1]) == 2)
        #expect(try judge.judge(drafts[0]) == nil)
        // Where the process begins in memory makes no difference.
        #expect(try judge.judge(drafts[1]) == 2)
        #expect(judge.crash?.place != 0)

        for (index, draft) in drafts.enumerated() { try draft.write(to: "\(folder.path)/crash-\(index).jsonl") }
        try FileManager.default.removeItem(atPath: file)
        let run = try folder.ended(1, both + ["backtest", folder.path])
        #expect(run.output.hasPrefix("2 of 2 sessions differ; 2 causes\n"), "\(run.output)")
    }

    @Test("An invariant that is broken before the crash does not hide it")
    func invariantBefore() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let header = try RecordingFile(path: "\(folder.path)/\(folder.names[0])").header
        let broken = #"{"book":{"nextID":1,"records":[{"id":5,"reading":{"day":"2022-04-03","grams":80000}}]}}"#
        let arrived = RecordedEvent("records.arrived", broken)
        let draft = RecordingDraft(
            from: String(decoding: header.base, as: UTF8.self),
            [arrived, arrived, arrived, RecordedEvent("refresh.failed", #"{"reason":""}"#)])
        var replay = try Replay(of: draft, catalog: Weights.catalog)
        let end = replay.state
        #expect(Weights.invariants.contains { !$0.holds(end) })
        #expect(try CrashJudge(folder.command(5), notes: Sessions<Weights>.notes).judge(draft) == 4)
    }

    @Test("A program that is no worker, or is not there, is an error that says so")
    func noWorker() throws {
        let missing = try CrashJudge(WorkerCommand("/nowhere/tool"), notes: Sessions<Weights>.notes)
        #expect(throws: MinimiseError.self) { try missing.judge(RecordingDraft(from: "{}", [])) }
        let other = try CrashJudge(WorkerCommand("/bin/false"), notes: Sessions<Weights>.notes)
        #expect(throws: MinimiseError.worker(program: "The worker", reason: "It ended with the code 1.")) {
            try other.judge(RecordingDraft(from: "{}", []))
        }
    }
}
