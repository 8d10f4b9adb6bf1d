import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ReactorTools

@Suite("Tables of entries and of sessions")
struct TableTests {
    private let shelf: ShelfTool

    init() throws { shelf = try ShelfTool() }

    private static let columns = [
        "session", "app", "seq", "segment_from", "ts", "operation", "prediction", "mark", "withdraws", "group_index",
        "group_count", "command", "launch", "parent_launch", "event", "version", "payload", "payload_bytes", "gap",
        "outcome", "open_ms",
    ]

    @Test("A row has exactly the columns of the table, in their order, and the payload as it was recorded")
    func columns() async throws {
        let rows = try await shelf.run("table", shelf.books()).json()
        #expect(rows.count == 3)
        for row in rows { #expect(row.object?.members.map(\.key) == Self.columns) }
        #expect(rows[1]["seq"] == 2 && rows[1]["event"] == "book.added" && rows[1]["version"] == 1)
        #expect(rows[1]["payload"] == #"{"title":"Ulysses"}"# && rows[1]["payload_bytes"] == 19)
        #expect(rows[1]["ts"]?.string?.hasPrefix("2026-01-01T08:00:0") == true)
        #expect(rows[1]["operation"] == .null && rows[1]["outcome"] == .null)
    }

    @Test(
        "The outcome and time of a prediction equal those of a search from it",
        arguments: 1...40 as ClosedRange<UInt64>)
    func resolutions(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        var entries: [JournalEntry] = []
        var time: Int64 = 0
        var begun: UInt64 = 0
        for seq in 1...UInt64(random.number(in: 1...60)) {
            time += Int64(random.number(in: 0...900))
            let id = PredictionID(UInt64(random.number(in: 0...Int(begun + 1))))
            var step = JournalStep.event()
            switch random.number(in: 0...7) {
            case 0...2:
                begun += 1
                step = .begin(PredictionID(begun))
            case 3: step = .commit(id)
            case 4: step = .replace(id)
            case 5: step = .rollback(id)
            case 6: step = .event(withdrawing: [id, PredictionID(id.rawValue + 1)])
            default: break
            }
            entries.append(
                JournalEntry(
                    seq: seq, at: Timestamp(millisecondsSince1970: time), step: step,
                    event: RecordedEvent(name: "book.added")))
        }
        let recording = try shelf.forged("random.jsonl") { [.header($0)] + entries.map { .entry($0) } }
        let rows = try await shelf.run("table", recording).json()
        try #require(rows.count == entries.count)
        for (row, entry) in zip(rows, entries) {
            let (outcome, milliseconds) = Self.lookAhead(from: entry, in: entries)
            #expect(row["outcome"]?.string == outcome && row["open_ms"]?.int == milliseconds, "\(row)")
        }
    }

    private static func lookAhead(from entry: JournalEntry, in entries: [JournalEntry]) -> (String?, Int?) {
        guard case .begin(let id) = entry.step else { return (nil, nil) }
        for later in entries where later.seq > entry.seq {
            let open = Int(later.at.millisecondsSince1970 - entry.at.millisecondsSince1970)
            switch later.step {
            case .commit(id): return ("commit", open)
            case .replace(id): return ("replace", open)
            case .rollback(id): return ("rollback", open)
            case .event(let withdrawn) where withdrawn.contains(id): return ("reset", open)
            default: continue
            }
        }
        return ("open", nil)
    }

    @Test("Invalid lines are in no row, are reported and counted, and the exit code is 1")
    func damaged() async throws {
        let good = try await shelf.books("all/good")
        let bad = try await shelf.books("all/bad")
        try shelf.change(bad) { $0.replacing("Ulysses", with: "Odyssey") }
        let run = await shelf.run("table", good, bad)
        #expect(run.code == .failed)
        #expect(try run.json().count == 4)
        #expect(!run.output.contains("Odyssey"))
        let total = try shelf.text(of: "\(bad)/segment-000001.jsonl").split(separator: "\n").count
        #expect(run.errors.contains("left out \(total - 2) lines of \(bad)/segment-000001.jsonl from line 3 (byte "))
        #expect(await shelf.run("table", good, shelf.path("nowhere")).code == .unreadable)
        #expect(await shelf.run("table", good, shelf.path("nowhere")).errors.contains("left out all of"))
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
            for words in [["table"], ["show", "--json"]] {
                let run = await shelf.run(words + paths)
                #expect(run.code == code, "\(words) \(paths)")
                #expect(try run.json().isEmpty != paths.contains(good))
            }
        }
    }

    @Test("Secrets are in the rows without --redacted")
    func redacted() async throws {
        let recording = try await shelf.record("owners") { $0.fire(event: OwnerChanged(owner: Confidential("Bob"))) }
        #expect(await shelf.run("table", recording).output.contains("Bob"))
        #expect(!(await shelf.run("table", "--redacted", recording).output.contains("Bob")))
    }

    @Test("A file appears whole, with the same rows as standard output")
    func file() async throws {
        let recording = try await shelf.books()
        let out = shelf.path("entries.jsonl")
        #expect(await shelf.run("table", recording, "-o", out).output == "")
        #expect(try shelf.text(of: out) == (await shelf.run("table", recording)).output)
        let nowhere = await shelf.run("table", recording, "-o", shelf.path("no/entries.jsonl"))
        #expect(nowhere.code == .failed)
        #expect(nowhere.errors.contains("cannot write to \(shelf.path("no/entries.jsonl"))"))
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
