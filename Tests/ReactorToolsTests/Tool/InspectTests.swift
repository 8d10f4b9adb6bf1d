import Reactor
import ReactorRecording
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("The page of the journal tool")
struct InspectTests {
    private let shelf: ShelfTool

    init() throws { shelf = try ShelfTool() }

    private func ending(_ recording: String) async throws -> JSON? {
        let run = await shelf.run("inspect", recording)
        #expect(run.code == .ok, "\(run.errors)")
        return try PageReader(Array(run.output.utf8)).json(id: "recording")["ending"]
    }

    @Test("The page of a killed program reports an unclosed journal, also without the tool, and other pages their ends")
    func endings() async throws {
        #expect(try await ending(shelf.books()) == ["kind": "closed"])
        let killed = try await shelf.killed("killed") { $0.fire(event: BookAdded(title: "Emma")) }
        #expect(try await ending(killed) == ["kind": "unexpected"])
        #expect(try await ending("\(killed)/segment-000001.jsonl") == ["kind": "unexpected"])
        let page = try Inspection(of: RecordingFile(path: killed), catalog: Shelf.catalog).page()
        #expect(try PageReader(page).json(id: "recording")["ending"] == ["kind": "unexpected"])
        let unknown = try shelf.forged("unknown.jsonl") { [.header($0)] }
        #expect(try await ending(unknown) == nil)
    }

    @Test("A running program has no reported end")
    func running() async throws {
        let opened = try await Core.open(
            journal: shelf.path("alive"), initial: Shelf(), catalog: Shelf.catalog,
            configuration: JournalConfiguration(app: "shelf", gathering: .zero, report: { _ in }))
        opened.core.fire(event: BookAdded(title: "Mansfield Park"))
        await opened.core.settled()
        try await opened.journal.durable()
        #expect(try await ending(shelf.path("alive")) == ["kind": "stillWritten"])
        #expect(await shelf.run("check", shelf.path("alive")).output.contains("did not close it") == false)
        try await opened.close()
        #expect(try await ending(shelf.path("alive")) == ["kind": "closed"])
    }

    @Test("The page of an unclosed journal contains the number of open predictions")
    func openPredictions() async throws {
        let held = Locked<[Prediction]>([])
        let killed = try await shelf.killed("killed") { core in
            let predictions = ["Emma", "Ulysses", "Persuasion"].map { core.predict(BookAdded(title: $0)) }
            predictions[1].commit()
            held.withLock { $0 = predictions }
        }
        for prediction in held.copy { prediction.rollback() }
        let run = await shelf.run("check", killed)
        #expect(run.output.contains("The program that wrote it did not close it. 2 predictions were open.\n"))
        #expect(try await shelf.run("check", "--json", killed).json().first?["open_predictions"] == 2)
        #expect(try await shelf.run("check", "--json", shelf.books()).json().first?["open_predictions"] == 0)
    }
}
