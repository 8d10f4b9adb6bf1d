import Dispatch
import Foundation
import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ReactorTools

@Suite("Check, of one recording and of many")
struct CheckTests {
    private var shelf: ShelfTool

    init() throws { shelf = try ShelfTool() }

    private func added(_ seq: UInt64) -> JournalLine {
        .entry(
            JournalEntry(
                seq: seq, at: Timestamp(millisecondsSince1970: 0),
                event: RecordedEvent(name: "book.added", payload: Array(#"{"title":"Emma"}"#.utf8))))
    }

    @Test("A closed recording is the same, and its digest and the number of comparisons are printed")
    func same() async throws {
        let recording = try await shelf.books()
        let run = await shelf.run("check", recording)
        #expect(run.code == .ok)
        #expect(run.lines[0] == "\(recording): 1 segment, 3 entries, the last is 3")
        #expect(run.lines[1].contains("the same as a second replay and 1 recorded state"))
        let json = try #require(try await shelf.run("check", "--json", recording).json().first)
        #expect(json["status"] == "same" && json["compared"] == 1 && json["redacted"] == false)
        #expect(json["digest"]?.string?.count == 64)
    }

    @Test("Without a digest nothing was compared, and neither the text nor the JSON reports success")
    func nothingToCompare() async throws {
        let recording = try shelf.forged("bare.jsonl") { [.header($0), added(1)] }
        let run = await shelf.run("check", recording)
        #expect(run.code == .ok)
        #expect(run.output.contains("nothing recorded was compared: "))
        let json = try #require(try await shelf.run("check", "--json", recording).json().first)
        #expect(json["status"] == "nothing_to_compare" && json["compared"] == 0)
        #expect(json["reason"]?.string?.isEmpty == false)
    }

    @Test("A redacted recording is not compared")
    func redacted() async throws {
        let owned = try await shelf.record("owned") { $0.fire(event: OwnerChanged(owner: Confidential("Bob"))) }
        let report = try JSON(parsing: await shelf.run("bug-report", owned).output)
        let lines = (report["recording"]?.array ?? []).compactMap(\.string).map { $0 + "\n" }
        let recording = try shelf.scratch.file("redacted.jsonl", .init(lines.joined().utf8))
        let json = try #require(try await shelf.run("check", "--json", recording).json().first)
        #expect(json["status"] == "nothing_to_compare" && json["redacted"] == true)
    }

    @Test("A session of several threads is the same, and each member of a group is redacted by its own name")
    func threads() async throws {
        let recording = try await shelf.record("threads") { core in
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                core.fire(events: [BookAdded(title: "book \(thread)"), OwnerChanged(owner: Confidential("Ada"))])
            }
        }
        #expect(try #require(try await shelf.run("check", "--json", recording).json().first)["status"] == "same")
        let shown = await shelf.run("show", "--redacted", recording).output
        #expect(shown.contains("book 2") && !shown.contains("Ada"))
    }

    @Test("A state difference is reported with the entry, its event, the place and the current value")
    func differs() async throws {
        let then = Shelf(books: ["Persuasion"], owner: Confidential("Ada"))
        let digest = try Shelf.catalog.digest(of: then)
        let recording = try shelf.forged("other.jsonl") { header in
            [.header(header), added(1), .check(JournalCheck(seq: 1, digest: digest))]
        }
        let run = await shelf.run("check", "--json", recording)
        #expect(run.code == .failed)
        let json = try #require(try run.json().first)
        #expect(json["status"] == "differs" && json["seq"] == 1 && json["event"] == "book.added")
        #expect(run.errors.contains(recording))
        #expect(json["reason"]?.string?.isEmpty == false)
    }

    @Test("Damage is reported with line, byte and fault")
    func damaged() async throws {
        let recording = try await shelf.books()
        try shelf.change(recording) { $0.replacing("Ulysses", with: "Odyssey") }
        let run = await shelf.run("check", "--json", recording)
        #expect(run.code == .failed)
        let json = try #require(try run.json().first)
        #expect(
            json["status"] == "damaged" && json["damage"]?["line"] == 3 && json["damage"]?["fault"] == "wrongCheck")
        #expect(run.errors.contains("line 3, byte "))
    }

    @Test("An incomplete end after a crash is reported, and is not damage")
    func torn() async throws {
        let recording = try shelf.forged("torn.jsonl") { [.header($0), added(1), added(2)] }
        let text = try shelf.text(of: recording)
        try WholeFile.write(Array(text.utf8.dropLast(5)), to: recording)
        let run = await shelf.run("check", recording)
        #expect(run.code == .ok)
        #expect(run.output.contains("a crash tore the end at line 3"))
        #expect(try await shelf.run("check", "--json", recording).json().first?["torn"]?["line"] == 3)
    }

    @Test("An unclosed journal is reported, and the bug report contains its unwritten steps")
    func killed() async throws {
        let recording = try await shelf.killed("killed") { $0.fire(event: BookAdded(title: "Emma")) }
        let run = await shelf.run("check", recording)
        #expect(run.code == .ok)
        #expect(run.output.contains("The program that wrote it did not close it."))
        #expect(try await shelf.run("check", "--json", recording).json().first?["ended_cleanly"] == false)
        let report = try JSON(parsing: await shelf.run("bug-report", recording).output)
        #expect(report["unexpectedEnd"]?.object != nil, "\(report)")
        #expect(try JSON(parsing: await shelf.run("bug-report", shelf.books()).output)["unexpectedEnd"] == nil)
    }

    @Test("An unknown event, a newer version and another app's recording are unreadable, each with its reason")
    func unreadable() async throws {
        var shelf = shelf
        let lent = try await shelf.record("lent") { $0.fire(event: BookLent(title: "Emma")) }
        let foreign = try await shelf.record("foreign", app: "diary") { $0.fire(event: BookAdded(title: "Emma")) }
        let newer = try shelf.forged("newer.jsonl") { header in
            [
                .header(header),
                .entry(
                    JournalEntry(
                        seq: 1, at: Timestamp(millisecondsSince1970: 0),
                        event: RecordedEvent(name: "book.added", version: 7))),
            ]
        }
        shelf.catalog = EventCatalog(events: Shelf.events)
        for (path, word) in [(lent, "book.lent"), (foreign, "diary"), (newer, "version 7"), (shelf.path("no"), "no")] {
            let run = await shelf.run("check", "--json", path)
            #expect(run.code == .unreadable)
            let lines = try run.json()
            #expect(lines.count == 1 && lines.first?["status"] == "unreadable")
            #expect(lines.first?["reason"]?.string?.contains(word) == true, "\(lines)")
            #expect(run.errors.contains(word))
        }
    }

    @Test("Each of several recordings, also in a folder, has its line, and the worst decides the exit code")
    func several() async throws {
        let good = try await shelf.books("all/good")
        let bad = try await shelf.books("all/bad")
        try shelf.change(bad) { $0.replacing("Ulysses", with: "Odyssey") }
        let two = await shelf.run("check", "--json", good, bad)
        #expect(try two.json().map { $0["status"] } == ["same", "damaged"])
        #expect(two.code == .failed)
        #expect(await shelf.run("check", bad, good).output == "1 of 2 recordings have a finding; 1 compared\n")
        #expect(await shelf.run("check", "--json", good, bad, shelf.path("nowhere")).code == .unreadable)
        let folder = await shelf.run("check", "--json", shelf.path("all"))
        #expect(try folder.json().map { $0["path"] } == [.string(bad), .string(good)])
    }

    @Test("The entry that breaks an invariant is reported with the invariant, of one recording and of several")
    func invariant() async throws {
        let recording = try await shelf.record("twice") { core in
            for title in ["Emma", "Ulysses", "Emma"] { core.fire(event: BookAdded(title: title)) }
        }
        let run = await shelf.run("check", recording)
        #expect(run.code == .failed)
        #expect(run.errors.contains("'no title twice' is broken after entry 3, book.added"), "\(run.errors)")
        for words in [[recording], [recording, try await shelf.books("good")]] {
            let rows = try await shelf.run(["check", "--json"] + words).json()
            let row = try #require(rows.first { $0["status"] == "invariant" })
            #expect(row["seq"] == 3 && row["invariant"] == "no title twice")
        }
    }

    @Test("Every subcommand refuses a pipe and a device immediately, with a fix")
    func pipes() async throws {
        let pipe = shelf.path("pipe.jsonl")
        #expect(mkfifo(pipe, 0o600) == 0)
        let verbs = [
            ["show"], ["check"], ["schema"], ["bisect", "--when", "/books count > 1"], ["inspect"],
            ["bug-report"], ["minimise"],
            ["salvage", "--to", shelf.path("copy")],
        ]
        for path in [pipe, "/dev/zero"] {
            for verb in verbs {
                let run = await shelf.run([verb[0], path] + verb.dropFirst())
                #expect(
                    (run.output + run.errors).contains("save its output to a file first"), "\(verb): \(run)")
            }
        }
    }

    @Test("A file that is not a recording is unreadable, and the fix does not mention a copy")
    func noRecording() async throws {
        let books = try await shelf.books()
        let report = shelf.path("report.json")
        #expect(await shelf.run("bug-report", books, "-o", report).code == .ok)
        let empty = try shelf.scratch.file("empty", .init())
        for path in [report, empty] {
            let run = await shelf.run("check", path)
            #expect(run.code == .unreadable, "\(run)")
            #expect(run.errors.contains("\(path) does not contain a recording"), "\(run)")
        }
        // A file of a journal is one, whatever its current content is.
        try shelf.change(books) { _ in "" }
        #expect(await shelf.run("check", books).code == .failed)
    }
}
