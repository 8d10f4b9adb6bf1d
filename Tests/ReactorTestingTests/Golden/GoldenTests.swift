import Reactor
import ReactorRecording
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("Golden replay")
struct GoldenTests {
    /// Records a session: three certain events, and a prediction that is open at its end.
    func record(_ names: [String] = ["a", "b", "a"], in folder: ScratchFolder) async throws {
        let opened = try await Core.open(
            journal: folder.path, initial: Votes(), catalog: Votes.catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, checkEvery: 2, now: { Timestamp(millisecondsSince1970: 0) },
                report: { _ in }))
        for name in names {
            opened.core.fire(event: Voted(name: name))
            // The written entries determine when the next digest is due.
            try await opened.journal.durable()
        }
        let prediction = names.isEmpty ? nil : opened.core.predict(Voted(name: "c"))
        await opened.core.settled()
        try await opened.journal.close()
        prediction?.commit()
    }

    @Test("The recording next to this test replays to the recorded states")
    func golden() async throws {
        try await TestCore.verify(recording: "votes.jsonl", catalog: Votes.catalog)
    }

    @Test("A changed reducer is found, with the line of the test")
    func changed() async {
        let line = #line + 2
        let text = await failure {
            try await TestCore.verify(recording: "votes.jsonl", catalog: ChangedVotes.catalog)
        }
        #expect(text.hasPrefix("ReactorTestingTests/GoldenTests.swift:\(line): /"))
        #expect(text.contains("votes.jsonl: The replay reaches another state than was recorded, between entry"))
    }

    @Test("A missing recording is named")
    func missing() async {
        let text = await failure { try await TestCore.verify(recording: "/nowhere/x.jsonl", catalog: Votes.catalog) }
        #expect(text.contains("/nowhere/x.jsonl cannot be replayed."))
    }

    @Test("A recording without an entry fails with the reason")
    func empty() async throws {
        let folder = try ScratchFolder()
        try await record([], in: folder)
        let text = await failure { try await TestCore.verify(recording: folder.path, catalog: Votes.catalog) }
        #expect(text.contains("contains no entry, so nothing was verified."))
    }

    @Test("A recording without comparable digests fails with the reason")
    func nothingCompared() async throws {
        let folder = try ScratchFolder()
        try await record(in: folder)
        let newer = EventCatalog<Votes>(version: 2, upcasting: [1: { _ in }], events: Votes.catalogEvents)
        let text = await failure { try await TestCore.verify(recording: folder.path, catalog: newer) }
        #expect(
            text.contains("no state in it was compared. The digests of the recording belong to version 1"), "\(text)")
        #expect(text.contains("UPDATE=1"))
    }

    @Test("A test starts at the end of a recording, with its pending predictions")
    func starts() async throws {
        let folder = try ScratchFolder()
        try await record(in: folder)
        let core = try TestCore(recording: folder.path, catalog: Votes.catalog)
        #expect(core.state == Votes(counts: ["a": 2, "b": 1, "c": 1], last: "c"))
        try await core.fire(event: Voted(name: "b", amount: 5)) {
            $0.counts["b"] = 6
            $0.last = "b"
        }
        let pending = try #require(await core.core.pending.first)
        try #require(core.core.prediction(pending)).rollback()
        try await core.rolledBack(Voted.self) { $0.counts["c"] = nil }
        try await core.finish()
    }

    @Test("A test starts from an entry in a recording, and skips to the next equal event if it is not exhaustive")
    func startsInside() async throws {
        let core = try TestCore(recording: "votes.jsonl", through: 2, catalog: Votes.catalog, exhaustive: false)
        #expect(core.state.counts == ["a": 1, "b": 1])
        try await core.perform { core in
            for name in ["c", "a", "d", "a"] { core.fire(event: Voted(name: name)) }
        }
        try await core.receive(Voted(name: "d")) { $0.counts["d"] = 1 }
        try await core.receive(Voted(name: "a")) { $0.counts["a"] = 3 }
        let text = await failure { try await core.receive(Voted(name: "c")) }
        #expect(text.contains("Nothing happened."))
        #expect(throws: TestFailure.self) {
            try TestCore(recording: "votes.jsonl", through: 1_000, catalog: Votes.catalog)
        }
    }
}
