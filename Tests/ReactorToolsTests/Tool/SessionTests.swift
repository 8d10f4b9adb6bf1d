import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ReactorTools

@Suite("The list of sessions")
struct SessionTests {
    private let shelf: ShelfTool

    init() throws { shelf = try ShelfTool() }

    @Test("Invalid lines are in no sum, are reported and counted, and the exit code is 1")
    func damaged() async throws {
        let good = try await shelf.books("all/good")
        let bad = try await shelf.books("all/bad")
        try shelf.change(bad) { $0.replacing("Ulysses", with: "Odyssey") }
        let run = await shelf.run("show", "--json", good, bad)
        #expect(run.code == .failed)
        #expect(try run.json().map { $0["entries"] } == [3, 1])
        let total = try shelf.text(of: "\(bad)/segment-000001.jsonl").split(separator: "\n").count
        #expect(run.errors.contains("left out \(total - 2) lines of \(bad)/segment-000001.jsonl from line 3 (byte "))
        let other = await shelf.run("show", "--json", good, shelf.path("nowhere"))
        #expect(other.code == .unreadable)
        #expect(other.errors.contains("left out all of"))
    }

    @Test("The worst recording decides the exit code in any order: 1 for damage, 3 for unreadable recordings")
    func exitCodes() async throws {
        let good = try await shelf.books("good")
        let damaged = [try await shelf.books("bad"), try await shelf.books("worse")]
        // There is no row for them: the header does not verify.
        for path in damaged { try shelf.change(path) { "x" + $0.dropFirst() } }
        let nowhere = shelf.path("nowhere")
        for (code, paths) in [
            (ExitCode.failed, damaged), (.failed, damaged + [good]), (.unreadable, damaged + [nowhere]),
            (.unreadable, [nowhere] + damaged), (.unreadable, [damaged[0], nowhere, damaged[1]]),
        ] {
            let run = await shelf.run(["show", "--json"] + paths)
            #expect(run.code == code, "\(paths)")
            #expect(try run.json().isEmpty != paths.contains(good))
        }
    }

    @Test("The row of a session contains its time, counts, versions and end", arguments: [true, false])
    func sessions(isClosed: Bool) async throws {
        let recording =
            try await isClosed
            ? shelf.books("closed")
            : shelf.killed("books") { core in
                for title in ["Emma", "Ulysses", "Persuasion"] { core.fire(event: BookAdded(title: title)) }
            }
        let other = try await shelf.books("other")
        let row = try #require(try await shelf.run("show", "--json", recording, other).json().first)
        let line = try #require(await shelf.run("show", recording, other).lines.first)
        #expect(line.hasSuffix("  3 entries in 1 segment  \(isClosed ? "closed" : "not closed")"), "\(line)")
        #expect(
            row.object?.members.map(\.key) == [
                "path", "session", "app", "first", "last", "entries", "segments", "schema", "redacted", "torn",
                "ended_cleanly", "digests",
            ])
        #expect(row["entries"] == 3 && row["segments"] == 1 && row["app"] == "shelf")
        #expect(row["digests"] == (isClosed ? 1 : 0))
        #expect(try JSON(parsing: row["schema"]?.string ?? "")["book.added"] == 1)
        #expect(row["torn"] == false && row["redacted"] == false)
        #expect(row["ended_cleanly"] == .bool(isClosed))
    }
}
