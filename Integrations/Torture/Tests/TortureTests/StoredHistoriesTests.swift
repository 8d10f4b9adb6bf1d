import Torture
import Foundation
import Testing

/// Histories that broke a rule once, by name.
@Suite("Stored histories")
struct StoredHistoriesTests {
    static let names = [
        "answer-older-than-push-of-deletion", "answer-over-newer-push",
        "counter-beside-the-first-read", "counter-refresh", "counter-sent-again-beside-the-first-read",
        "insert-confirmed-then-deleted",
        "mark-hides-other-device", "mark-resurrects-deleted", "overlapping-refreshes",
        "plain-save-below-a-commit", "push-of-a-row-that-is-gone", "two-toggles-first-refused",
    ]

    private func history(_ name: String) throws -> History { try #require(try History(kept: name)) }

    @Test("Each stored history has a name and a file")
    func storedFiles() throws {
        #expect(History.keptNames == Self.names)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Torture/Histories")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.sorted() == Self.names.map { "\($0).jsonl" })
        for name in Self.names {
            let text = try String(contentsOf: folder.appending(path: "\(name).jsonl"), encoding: .utf8)
            #expect(try history(name) == History(text: text))
        }
    }

    @Test("The reference client and the recommended recipes break no rule in a stored history", arguments: names)
    func soundClients(_ name: String) throws {
        for contestant in Contestant.all where contestant.isSound {
            #expect(try Player.play(history(name), on: contestant.client()).failure == nil, "\(contestant.name)")
        }
    }

    @Test(
        "The earlier page breaks the rule that a history was stored for",
        arguments: [
            ("answer-older-than-push-of-deletion", Rule.r5), ("answer-over-newer-push", .r7), ("counter-refresh", .r3),
            ("mark-hides-other-device", .r7), ("mark-resurrects-deleted", .r7), ("overlapping-refreshes", .r7),
        ])
    func markedClient(_ name: String, _ rule: Rule) throws {
        let marked = try #require(Contestant.all.first { $0.name == "marked" })
        #expect(try Player.play(history(name), on: marked.client()).failure?.rule == rule)
    }

    @Test(
        "Clients that restore a copy, revert the change or refetch undo the second of two toggles",
        arguments: ["snapshot", "inverse", "refetch"])
    func twoToggles(_ name: String) throws {
        let idiom = try #require(Contestant.all.first { $0.name == name })
        #expect(try Player.play(history("two-toggles-first-refused"), on: idiom.client()).failure?.rule == .r1)
    }
}
