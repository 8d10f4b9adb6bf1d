import Foundation
import Reactor
import ReactorRecording
import ReactorTerminal
import Testing

@testable import ReactorTools

@Suite("The journal tool")
struct ToolTests {
    private var shelf: ShelfTool

    init() throws { shelf = try ShelfTool() }

    private static let verbs = [
        "show", "check", "why", "bisect", "minimise", "inspect", "bug-report", "schema", "salvage",
    ]

    @Test(
        "The help of each subcommand fits into eighty columns and contains the words that start the tool",
        arguments: verbs)
    func help(verb: String) async {
        let help = await shelf.run(verb, "--help")
        #expect(help.code == .ok)
        #expect(help.output.contains("Usage: "))
        #expect(!help.output.contains("{tool}"))
        for line in help.lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test("The help and the errors contain a given name")
    func named() async {
        var shelf = shelf
        shelf.name = "shelf journal"
        #expect(await shelf.run("--help").output.contains("Usage: shelf journal SUBCOMMAND"))
        #expect(await shelf.run("check", "--help").output.contains("Usage: shelf journal check"))
        #expect(await shelf.run("chekc").errors.hasPrefix("shelf journal: error: "))
    }

    @Test("The help of the tool lists every subcommand, and the version is that of the app")
    func overview() async {
        let help = await shelf.run("--help")
        for verb in Self.verbs { #expect(help.output.contains("\n  \(verb) ")) }
        #expect(await shelf.run("--version").output.hasSuffix(" 2.1\n"))
        #expect(await shelf.run().code == .usage)
        #expect(await shelf.run("chek").errors.contains("did you mean 'check'?"))
    }

    @Test("There are nine subcommands with nineteen options")
    func size() async {
        var options: Set<Substring> = []
        for verb in Self.verbs {
            let help = await shelf.run(verb, "--help").output
            options.formUnion(help.matches(of: /\n  (-o|--[a-z-]+)/).map(\.output.1))
        }
        options.subtract(["--help", "--version"])
        #expect(Self.verbs.count == 9 && options.count == 19, "\(options.sorted())")
    }

    @Test(
        "A file that is not a recording ends every subcommand with 3 and the path",
        arguments: verbs.filter { $0 != "check" })
    func unreadable(verb: String) async throws {
        let empty = try shelf.scratch.file("empty.jsonl", .init())
        let text = try shelf.scratch.file("notes.txt", .init("Buy milk.\n".utf8))
        let foreign = try await shelf.record("foreign", app: "diary") { $0.fire(event: BookAdded(title: "Emma")) }
        for path in [shelf.path("nowhere"), empty, text, foreign] where !(verb == "salvage" && path == foreign) {
            let options: [String] =
                switch verb {
                case "salvage": ["--to", shelf.path("saved")]
                case "why": ["--path", "books"]
                default: []
                }
            let run = await shelf.run([verb, path] + options)
            #expect(run.code == .unreadable, "\(path): \(run.errors)")
            #expect(run.errors.contains(path))
        }
    }

    @Test(
        "Standard input and a missing name are usage errors, with a fix",
        arguments: verbs.filter { !["check", "minimise"].contains($0) })
    func usage(verb: String) async {
        let options = verb == "salvage" ? ["--to", "x"] : verb == "why" ? ["--path", "x"] : []
        let input = await shelf.run([verb, "-"] + options)
        #expect(input.code == .usage)
        #expect(input.errors.contains("save standard input to a file first"))
        let missing = await shelf.run([verb] + options)
        #expect(missing.code == .usage, "\(missing)")
        #expect(missing.errors.contains("RECORDING is missing"))
    }

    @Test("With --json an error is one JSON line as well", arguments: ["show", "schema", "bisect"])
    func errorsAsJSON(verb: String) async throws {
        let run = await shelf.run(verb, "--json", shelf.path("nowhere"))
        #expect(run.code == .unreadable)
        let lines = try run.json()
        #expect(lines.count == 1)
        #expect(lines.first?["error"]?.string?.contains(shelf.path("nowhere")) == true)
    }

    @Test("Ctrl-C ends a subcommand with 130", arguments: ["show", "check", "inspect"])
    func interrupted(verb: String) async throws {
        let books = try await shelf.books()
        let interrupt = Interrupt()
        interrupt.raise()
        let run = await shelf.run(verb, books, interrupt: interrupt)
        #expect(run == ShelfTool.Run(code: .interrupted, output: run.output, errors: ""))
    }

    @Test("Show prints a line for each entry, the last entries, a table or JSON, and no secret with --redacted")
    func show() async throws {
        let recording = try await shelf.record("owners") { core in
            core.fire(event: BookAdded(title: "Emma"))
            core.fire(event: OwnerChanged(owner: Confidential("Bob")))
        }
        let all = await shelf.run("show", recording)
        #expect(all.lines.count == 2)
        #expect(all.lines[0].hasSuffix(#"book.added  {"title":"Emma"}"#))
        #expect(all.lines[1].contains("Bob"))
        #expect(await shelf.run("show", "--last", "1", recording).lines == [all.lines[1]])
        for many in ["2", "1000000", "\(Int.max)"] {
            #expect(await shelf.run("show", "--last", many, recording).lines == all.lines)
        }
        #expect(try await shelf.run("show", "--json", recording).json().map { $0["seq"] } == [1, 2])
        let redacted = await shelf.run("show", "--redacted", recording)
        #expect(redacted.lines[0] == all.lines[0])
        #expect(!redacted.output.contains("Bob"))
        #expect(await shelf.run("show", "--last", "0", recording).code == .usage)
    }

    @Test(
        "No output without secrets contains one, and neither do the texts of errors in it",
        arguments: [
            "show --redacted", "show --redacted --json", "show --redacted --json --last 1",
            "inspect --redacted", "inspect --redacted --last 1", "bug-report", "why --redacted --all --path owner",
            "why --redacted --all --path owner --json", "schema", "schema --json", "check", "check --json",
            "bisect --when /books=7 --json", "minimise --when /books=7",
        ], [false, true])
    func secrets(call: String, isKilled: Bool) async throws {
        let session = { (core: Core<Shelf>) in
            _ = await core.fire(command: Complain(text: "Ada asks first-5ecret")).outcome
            core.fire(event: OwnerChanged(owner: Confidential("first-5ecret")))
            core.fire(event: OwnerChanged(owner: Confidential("second-5ecret")))
            _ = await core.fire(command: Complain(text: "Ada, first-5ecret, second-5ecret")).outcome
        }
        let recording = try await isKilled ? shelf.killed("owners", session) : shelf.record("owners", session)
        #expect(await shelf.run("show", "--json", recording).output.contains("Ada, first-5ecret, second-5ecret"))
        let run = await shelf.run(call.split(separator: " ").map(String.init) + [recording])
        #expect(run.code != .usage && !(run.output + run.errors).isEmpty, "\(run)")
        if call.contains("redacted") { #expect(run.output.contains("‹redacted›")) }
        for secret in ["Ada", "first-5ecret", "second-5ecret"] {
            #expect(!(run.output + run.errors).contains(secret), "\(secret)")
        }
    }

    @Test("A page, exports and a report are written, redacted on request, and never over a recording")
    func files() async throws {
        let recording = try await shelf.record("owners") { core in
            core.fire(event: OwnerChanged(owner: Confidential("Bob")))
        }
        #expect(await shelf.run("inspect", recording).output.contains("Bob"))
        let page = await shelf.run("inspect", "--redacted", recording).output
        #expect(page.hasPrefix("<!doctype html>") && !page.contains("Bob") && !page.contains("Ada"))
        let report = await shelf.run("bug-report", recording).output
        #expect(!report.contains("Bob") && !report.contains("Ada"))
        #expect(try JSON(parsing: report)["versions"]?["shelf"] == "2.1")
        #expect(await shelf.run("bug-report", "--unredacted", recording).output.contains("Bob"))

        let segment = "\(recording)/segment-000001.jsonl"
        let before = try shelf.text(of: segment)
        for verb in ["inspect", "bug-report", "check"] {
            let run = await shelf.run(verb, recording, "-o", segment)
            #expect(run.code == .failed)
            #expect(run.errors.contains("is a recording, and recordings are not overwritten"))
            for name in ["segment-000002.jsonl", "lock", "page.html"] {
                let inside = await shelf.run(verb, recording, "-o", "\(recording)/\(name)")
                #expect(
                    inside.code == .failed && inside.errors.contains("is in the folder of a journal"),
                    "\(inside.errors)")
            }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: recording).allSatisfy {
                !$0.contains("2") && $0 != "page.html"
            })
        #expect(try shelf.text(of: segment) == before)
        let terminal = Screen(isTerminal: true, width: 80, hasColour: false)
        #expect(await shelf.run("inspect", recording, screen: terminal).errors.contains("-o FILE is missing"))
    }

    @Test("An unlisted event is an error of every subcommand that replays, with the exit code 3")
    func unlistedEvent() async throws {
        let recording = try await shelf.record("unlisted") { core in
            for title in ["Emma", "Ulysses"] { core.fire(event: BookAdded(title: title)) }
            core.fire(event: BookLent(title: "Emma"))
            core.fire(event: BookAdded(title: "Walden"))
        }
        var other = shelf
        other.catalog = EventCatalog(events: Shelf.events)
        for call in [
            ["minimise", "--breaks", "few books"], ["minimise", "--breaks", "no title twice"],
            ["minimise", "--when", "/books count > 9"], ["minimise", "--impure"],
            ["bisect", "--when", "/books count > 9"],
            ["bisect", "--breaks", "few books"], ["check", "-o", "-"], ["why", "--path", "books[0]"], ["check"],
        ] {
            let run = await other.run([call[0], recording] + call.dropFirst())
            #expect(run.code == .unreadable && run.errors.contains("book.lent"), "\(call): \(run)")
        }
    }

    @Test("Salvage copies the valid lines, and reports no success without a header")
    func salvage() async throws {
        let recording = try await shelf.books()
        try shelf.change(recording) { $0.replacing("Ulysses", with: "Odyssey") }
        let run = await shelf.run("salvage", recording, "--json", "--to", shelf.path("saved"))
        #expect(run.code == .ok)
        let json = try #require(try run.json().first)
        #expect(
            json["entries"] == 1 && json["losses"]?[0]?["line"] == 3 && json["losses"]?[0]?["fault"] == "wrongCheck")
        #expect(await shelf.run("show", shelf.path("saved")).lines.count == 1)
        #expect(await shelf.run("salvage", recording, "--to", shelf.path("saved")).code == .failed)
        #expect(await shelf.run("salvage", recording).code == .usage)
    }

    @Test("A copy before an entry outside of the recording is a usage error, not damage")
    func salvageBeforeTheBeginning() async throws {
        let (recording, saved) = (try await shelf.books(), shelf.path("saved"))
        let run = await shelf.run("salvage", recording, "--to", saved, "--before", "0")
        #expect(run.code == .usage)
        #expect(run.errors.contains("'0' is not valid for --before; use the number of an entry, from 1 on"))
        #expect(!FileManager.default.fileExists(atPath: saved))
        #expect(await shelf.run("salvage", recording, "--to", saved, "--before", "1").code == .ok)
    }

    @Test("Schema reports unreadable events, and ends with 3")
    func schema() async throws {
        var shelf = shelf
        let recording = try await shelf.record("lent") { $0.fire(event: BookLent(title: "Emma")) }
        #expect(await shelf.run("schema", recording).code == .ok)
        shelf.catalog = EventCatalog(events: Shelf.events)
        let run = await shelf.run("schema", "--json", recording)
        #expect(run.code == .unreadable)
        #expect(try run.json().contains { $0["event"] == "book.lent" && $0["grade"] == "impossible" })
    }

    @Test("Show follows one folder until Ctrl-C, and refuses a single file and several recordings")
    func follow() async throws {
        let recording = try await shelf.books()
        let file = await shelf.run("show", "--follow", "\(recording)/segment-000001.jsonl")
        #expect(file.code == .unreadable)
        #expect(file.errors.contains("Name the folder that it is in."))
        #expect(await shelf.run("show", "--follow", recording, recording).code == .usage)
    }

    @Test("A package adds and replaces subcommands, and a finding ends with 1")
    func added() async throws {
        var shelf = shelf
        let loud = VerbOption.flag("loud", "in capitals")
        let prefix = VerbOption.value("prefix", "TEXT", "what to begin with")
        shelf.verbs = [
            JournalVerb(
                "apps", "say whose it is", discussion: "As in\n  {tool} apps", takesSeveral: true,
                options: [loud, prefix]
            ) { call in
                let app = try call.recording().header.app
                try call.print((call[prefix] ?? "") + (call.has(loud) ? app.uppercased() : app))
                try call.note("\(try call.paths().count) named")
            },
            JournalVerb("show", "show nothing") { _ in throw JournalFinding("nothing\u{1B} here") },
        ]
        let recording = try await shelf.books()
        let run = await shelf.run("apps", recording, recording, "--loud", "--prefix", "is ")
        #expect(run.code == .ok && run.output == "is SHELF\n")
        #expect(run.errors.hasSuffix("note: 2 named\n"))
        #expect(await shelf.run("show", recording).code == .failed)
        #expect(await shelf.run("show", recording).errors.contains("error: nothing\\u{1B} here"))
        #expect(await shelf.run("apps", "--help").output.contains(" apps"))
        #expect(await shelf.run("--help").output.components("show nothing") == 1)
    }
}

extension String {
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
