import Foundation
import Reactor
import ReactorRecording
import ReactorTools

/// A subcommand that reads one recording, with its own option.
private let atMost = VerbOption.value("at-most", "N", "how many there may be")
private let words = JournalVerb<Diary>("words", "count the words of the diary", options: [atMost]) { call in
    var diary = try Replay(of: call.recording(), catalog: call.tool.catalog)
    let count = diary.state.pages.reduce(0) { $0 + $1.text.split(separator: " ").count }
    try call.print("\(count)")
    if let most = call[atMost].flatMap({ Int($0) }), count > most { throw JournalFinding("\(count) words") }
}

/// A subcommand that reads several recordings, each like the tool's own subcommands do.
private let moods = JournalVerb<Diary>("moods", "list the moods of diaries", takesSeveral: true) { call in
    for path in try call.paths() {
        var diary = try Replay(of: call.recording(at: path), catalog: call.tool.catalog)
        for mood in diary.state.pages.map(\.mood) { try call.print(TerminalText.escaped(mood)) }
    }
}

@MainActor
func checkTools() async throws {
    let tool = JournalTool(
        Diary.catalog, app: "diary", redactor: Diary.redactor, invariants: Diary.invariants, verbs: [words, moods])
    let folder = DiaryFolder()
    func record(_ name: String, app: String = "diary", _ texts: [String]) async throws -> String {
        let opened = try await Core.open(
            journal: "\(folder.path)/\(name)", initial: Diary(), catalog: Diary.catalog,
            configuration: JournalConfiguration(app: app))
        for text in texts { opened.core.fire(event: PageWritten(text: text, mood: "calm")) }
        try await opened.close()
        return "\(folder.path)/\(name)"
    }
    let whole = try await record("whole", ["It rains.", "It does not."])
    let broken = try await record("broken", ["Sun.", "", "Wind."])
    let foreign = try await record("foreign", app: "calendar", ["Monday"])

    func expect(_ code: Int32, _ arguments: String...) async {
        let ended = await tool.run(arguments, as: "diary journal")
        Check.holds(ended == code, "\(arguments) ended with \(ended)")
    }
    await expect(0, "check", whole)
    await expect(1, "check", whole, broken)
    await expect(0, "bisect", whole)
    await expect(1, "bisect", "--breaks", "no empty page", broken)
    await expect(1, "bisect", "--when", "/pages count >= 2", whole)
    await expect(0, "words", whole)
    await expect(0, "words", "--at-most", "5", whole)
    await expect(1, "words", "--at-most", "4", whole)
    await expect(2, "words", "--at-least", "4", whole)
    await expect(0, "moods", whole, broken)
    await expect(3, "words", foreign)
    await expect(3, "moods", whole, foreign)

    let page = "\(folder.path)/page.html"
    await expect(0, "inspect", "--redacted", "-o", page, whole)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    Check.holds(text.contains("page.written") && !text.contains("It rains."), "the page holds what was not redacted")
}
