import Foundation
import PlantedApps
import Reactor
import ReactorRecording
import Testing
import ExampleWeightLogCore

@testable import ReactorTools

@Suite("Minimizing crashes")
struct CrashTests {
    @Test("The same signal at another event is another crash")
    func otherCrash() throws {
        let folder = try Sessions(Board.self, count: 1, entries: 10)
        // The bug dies of whatever happens after three pictures.
        let judge = try CrashJudge(folder.command(4), notes: Sessions<Board>.notes)
        let pictures: [any Event] = (1...3).map { PictureCame($0) }
        #expect(try judge.judge(Board.session([PostCame(1)] + pictures + [PostCame(5)])) == 5)
        #expect(judge.crash?.event == "post.came")
        #expect(try judge.judge(Board.session(pictures + [PictureCame(4)])) == nil)
        #expect(try judge.judge(Board.session(pictures + [PostCame(4), PictureCame(5)])) == 4)
        // Neither a recording that does not replay nor an empty one counts as a crash.
        let entries = RecordingDraft(from: "{}", [RecordedEvent("post.came", "{}")]).entries
        let broken = RecordingDraft(header: try Board.session([]).header, entries: entries)
        #expect(try judge.judge(broken) == nil)
        #expect(try judge.judge(Board.session([])) == nil)
    }

    @Test("The same signal at the same event in another place is another crash")
    func otherPlace() throws {
        let folder = try Sessions(Board.self, count: 1, entries: 10)
        // A trap, and a missing value.
        let drafts = try [[PostCame(2), PostCame(1)], [PostCame(9)]].map { try Board.session($0) }
        let both = ["--also", "3"]
        let judge = try CrashJudge(folder.command(1, both), notes: Sessions<Board>.notes)
        #expect(try judge.judge(drafts[1]) == 1)
        #expect(try judge.judge(drafts[0]) == nil)
        // The load address of the process makes no difference.
        #expect(try judge.judge(drafts[1]) == 1)
        #expect(judge.crash?.place != 0)
    }

    @Test("An invariant that is broken before the crash does not hide it")
    func invariantBefore() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let header = try RecordingFile(path: "\(folder.path)/\(folder.names[0])").header
        let broken = #"{"book":{"nextID":1,"records":[{"id":5,"reading":{"day":"2022-04-03","grams":80000}}]}}"#
        let arrived = RecordedEvent("records.arrived", broken)
        let events = [arrived, arrived, arrived, RecordedEvent("refresh.failed", #"{"reason":""}"#)]
        // The header contains the version of the state.
        let draft = RecordingDraft(header: header, entries: RecordingDraft(from: "{}", events).entries)
        var replay = try Replay(of: draft, catalog: Weights.catalog)
        let end = replay.state
        #expect(Weights.invariants.contains { !$0.holds(end) })
        #expect(try CrashJudge(folder.command(5), notes: Sessions<Weights>.notes).judge(draft) == 4)
    }

    @Test("A program that is not a worker, or does not exist, is an error")
    func noWorker() throws {
        let missing = try CrashJudge(WorkerCommand("/nowhere/tool"), notes: Sessions<Weights>.notes)
        #expect(throws: MinimiseError.self) { try missing.judge(RecordingDraft(from: "{}", [])) }
        let other = try CrashJudge(WorkerCommand("/bin/false"), notes: Sessions<Weights>.notes)
        #expect(throws: MinimiseError.worker(program: "The worker", reason: "It ended with the code 1.")) {
            try other.judge(RecordingDraft(from: "{}", []))
        }
    }
}
