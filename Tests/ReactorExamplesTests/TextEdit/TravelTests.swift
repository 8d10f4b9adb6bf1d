import Foundation
import Reactor
import ReactorRecording
import ReactorTestSupport
import Testing

@testable import ReactorTerminal
@testable import ExampleTextEdit

@Suite("textedit travel and inspect")
struct TravelTests {
    let folder: ScratchFolder
    let recording: String

    init() async throws {
        folder = try ScratchFolder()
        recording = folder.file("out.jsonl")
        try folder.write(ReplayTests.greeting, to: "trace.json")
        _ = await folder.run("record", folder.file("trace.json"), recording)
    }

    @Test(
        "The text is that of the moment, counted from the beginning or the end",
        arguments: [
            ("0", "Hallo"), ("1", "Hello"), ("2", "Hello 🧵\t\u{1B}"), ("3", "Hello 🧵\t\u{1B}!\n"),
            ("end", "Hello 🧵\t\u{1B}!\n"), ("-0", "Hello 🧵\t\u{1B}!\n"), ("-1", "Hello 🧵\t\u{1B}"), ("-3", "Hallo"),
            ("-99", "Hallo"),
        ])
    func print(to: String, text: String) async {
        let answer = await folder.run("travel", recording, "--print", "--to", to)
        #expect(answer.code == .ok, "\(answer.errors)")
        #expect(answer.output == text)
        #expect(answer.errors == "")
    }

    @Test("A recording does not come through standard input, and the refusal says what to do")
    func standardInput() async {
        for answer in [await folder.run("travel", "-"), await folder.run("journal", "inspect", "-")] {
            #expect(answer.code == .usage)
            #expect(answer.errors.contains("it is read more than once, so save standard input to "))
        }
    }

    @Test("On a terminal the text steers nothing")
    func printOnTerminal() async {
        let screen = Screen(isTerminal: true, width: 80, hasColour: false)
        #expect(await folder.run("travel", recording, "--print", screen: screen).output == "Hello 🧵\t\\u{1B}!\n")
    }

    @Test("The facts for scripts are one JSON object")
    func json() async throws {
        let answer = await folder.run("travel", recording, "--json", "--to", "1")
        let digest = try Document.catalog.digest(of: Document("Hello"))
        #expect(
            answer.output
                == #"{"seq":1,"last":3,"length":5,"digest":"\#(digest)","event":{"name":"text.edited","version":1,"#
                + #""payload":{"deletedCount":1,"inserted":"e","position":1}}}"# + "\n")
        let beginning = await folder.run("travel", recording, "--json", "--to=0")
        #expect(beginning.output.hasSuffix(#","event":null}"# + "\n"))
    }

    @Test("The facts for people name the moment, what happened and the digest")
    func description() async throws {
        let answer = await folder.run("travel", recording)
        let lines = answer.output.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0] == "after 3 of 3 events, 11 code points")
        #expect(lines[1].hasPrefix("3  20"))
        #expect(lines[1].contains("  text.edited  {"))
        #expect(lines[2] == "digest \(try Document.catalog.digest(of: Document("Hello 🧵\t\u{1B}!\n")))")
    }

    @Test("A moment that the recording does not reach is reported with those that it does")
    func outOfRange() async {
        let answer = await folder.run("travel", recording, "--to", "4")
        #expect(answer.code == .failed)
        #expect(answer.output == "")
        #expect(
            answer.errors
                == "textedit: error: \(ReplayError(.outOfRange(seq: 4, first: 0, last: 3)))\n")
    }

    @Test("What is no moment is a usage error", arguments: ["x", "1.5", "", "+1x", "99999999999999999999"])
    func usage(to: String) async {
        let answer = await folder.run("travel", recording, "--to=\(to)")
        #expect(answer.code == .usage)
        #expect(answer.errors.contains("the number of an entry, 'end', or -N before the end"))
        #expect(await folder.run("travel", recording, "--print", "--json").code == .usage)
    }

    @Test("A line that was changed is reported with its line and byte; moments before it can be shown, others not")
    func damaged() async throws {
        let whole = try folder.text(of: "out.jsonl")
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let offset = lines[0].utf8.count + lines[1].utf8.count + 2
        try folder.write(whole.replacing("\"position\":5", with: "\"position\":4"), to: "out.jsonl")
        let place = "\(recording), line 3, byte \(offset): "

        let before = await folder.run("travel", recording, "--print", "--to", "1")
        #expect(before.code == .failed)
        #expect(before.output == "Hello")
        #expect(before.errors.contains(place))
        for to in ["2", "end", "-1"] {
            let answer = await folder.run("travel", recording, "--print", "--to", to)
            #expect(answer.code == .failed)
            #expect(answer.output == "")
            #expect(answer.errors.contains(place))
        }
        let page = await folder.run("journal", "inspect", recording, "-o", folder.file("page.html"))
        #expect(page.code == .unreadable)
        #expect(page.errors.contains(place))
        #expect(try folder.names == ["out.jsonl", "trace.json"])
    }

    @Test("An end that was torn off is reported as well")
    func torn() async throws {
        let whole = try folder.text(of: "out.jsonl")
        let lines = whole.split(separator: "\n").map(String.init)
        try folder.write(lines[...1].joined(separator: "\n") + "\n" + lines[2].prefix(30), to: "out.jsonl")
        let answer = await folder.run("travel", recording)
        #expect(answer.code == .failed)
        #expect(answer.errors.contains("\(recording), line 3, byte "))
        #expect(answer.errors.contains("The line has no end."))
    }

    @Test("A recording of another program, and what is no recording, get the answer of the library")
    func others() async throws {
        let opened = try await Core.open(
            journal: folder.file("weights"), initial: Document(), catalog: Document.catalog,
            configuration: JournalConfiguration(app: "weightlog"))
        try await opened.journal.close()
        let foreign = folder.file("weights/segment-000001.jsonl")
        let answer = await folder.run("travel", foreign)
        #expect(answer.code == .failed)
        #expect(
            answer.errors
                == "textedit: error: \(JournalError(.otherApp(file: foreign, found: "weightlog", expected: "textedit")))\n"
        )

        let missing = await folder.run("travel", folder.file("nothing.jsonl"))
        #expect(missing.code == .failed)
        #expect(missing.errors == "textedit: error: \(JournalError(.notJournal(path: folder.file("nothing.jsonl"))))\n")

        let trace = await folder.run("travel", folder.file("trace.json"))
        #expect(trace.code == .failed)
        #expect(trace.errors.contains("trace.json holds no recording"))
    }

    @Test("A page holds every event of the recording, appears whole, and goes to standard output for a dash")
    func inspect() async throws {
        let answer = await folder.run("journal", "inspect", recording, "-o", folder.file("page.html"))
        #expect(answer.code == .ok, "\(answer.errors)")
        let page = try folder.text(of: "page.html")
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("text.edited"))
        #expect(try folder.names == ["out.jsonl", "page.html", "trace.json"])
        #expect(await folder.run("journal", "inspect", recording, "-o", "-").output == page)
        let inPlace = await folder.run("journal", "inspect", recording, "-o", recording)
        #expect(inPlace.code == .failed)
        #expect(inPlace.errors.contains("is a recording, and nothing replaces one"))
    }

    @Test("What is interrupted prints nothing and leaves nothing", arguments: ["travel", "inspect"])
    func interrupted(verb: String) async {
        let interrupt = Interrupt()
        interrupt.raise()
        let answer =
            verb == "travel"
            ? await folder.run(verb, recording, "--print", interrupt: interrupt)
            : await folder.run("journal", verb, recording, "-o", "-", interrupt: interrupt)
        #expect(answer.code == .interrupted)
        #expect(answer.output + answer.errors == "")
    }
}
