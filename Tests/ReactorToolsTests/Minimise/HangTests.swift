import ExampleWeightLogCore
import Foundation
import PlantedApps
import ReactorRecording
import Testing

@testable import ReactorTools

/// A reducer that does not return, in separate processes.
@Suite("A react(to:) that does not return")
struct HangTests {
    /// Long enough for a busy machine, and short for a test.
    private static let limit = Duration.seconds(1)

    /// A session that reaches the bug, and one that does not.
    private static func drafts(_ folder: Sessions<Weights>) throws -> (hanging: RecordingDraft, other: RecordingDraft) {
        let header = try RecordingFile(path: "\(folder.path)/\(folder.names[0])").header
        let arrived = RecordedEvent("records.arrived", #"{"book":{"nextID":1,"records":[]}}"#)
        let failed = RecordedEvent("refresh.failed", #"{"reason":""}"#)
        func draft(_ events: [RecordedEvent]) -> RecordingDraft {
            let entries = events.enumerated().map { index, event in
                JournalEntry(seq: UInt64(index) + 1, at: header.at, event: event)
            }
            return RecordingDraft(header: header, entries: entries)
        }
        return (
            draft([failed, arrived, arrived, arrived, failed, arrived]), draft([failed, arrived, arrived, failed])
        )
    }

    @Test("A hang is ended and identified by its event and entry, and shorter recordings have a shorter limit")
    func judged() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let (hanging, other) = try Self.drafts(folder)
        let judge = try CrashJudge(folder.command(-5), notes: Sessions<Weights>.notes, limit: Self.limit)
        #expect(try judge.judge(other) == nil)
        #expect(judge.crash == nil)
        #expect(try judge.judge(hanging) == 5)
        #expect(judge.crash == CrashJudge.Crash(signal: nil, event: "refresh.failed", place: 0))
        // The next worker does the same.
        #expect(try judge.judge(other) == nil)
        #expect(try judge.judge(hanging) == 5)
    }

    @Test("A cancellation does not wait for a candidate")
    func cancelled() async throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 10)
        let (hanging, _) = try Self.drafts(folder)
        let command = folder.command(-5)
        let judging = Task {
            let judge = try CrashJudge(command, notes: Sessions<Weights>.notes, limit: .seconds(86_400))
            return try judge.judge(hanging)
        }
        judging.cancel()
        await #expect(throws: CancellationError.self) { try await judging.value }
        // Canceled while the worker is running, which it notes.
        let working = folder.command(-5, ["check", "-"])
        let atWork = Task {
            let worker = try WorkerProcess(
                working, notes: Sessions<Weights>.notes, limit: .seconds(86_400))
            try worker.ask(hanging.bytes())
            while worker.note.content.event != "refresh.failed" || worker.note.content.seq < 5 {
                guard let answer = worker.answerIfAny() else { continue }
                throw MinimiseError.worker(program: "\(working)", reason: "\(answer), \(worker.note.content)")
            }
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try worker.answer()
        }
        await #expect(throws: CancellationError.self) { try await atWork.value }
    }
}
