import ReactorRecording
import Testing

@testable import ReactorTools

@Suite("The subcommand bisect and its condition")
struct BisectTests {
    @Test("The first entry after which a predicate holds is found, also if it holds only for a while")
    func when() async throws {
        let shelf = try ShelfTool()
        let recording = try await shelf.record("shelf") { core in
            core.fire(event: BookAdded(title: "Emma"))
            core.fire(event: BookAdded(title: "Ulysses"))
            core.fire(event: BookLent(title: "Ulysses"))
        }
        let found = await shelf.run("bisect", "--when", "/books/* = Ulysses", "--json", recording)
        #expect(found.code == .failed)
        #expect(try found.json() == [["entry": 2, "found": "/books/* = Ulysses", "event": "book.added"]])
        #expect(await shelf.run("bisect", "--when", "/books count >= 2", recording).output.contains("Ulysses"))
        #expect(
            await shelf.run("bisect", "--when", "/books count < 1", recording).output.hasPrefix("From the beginning"))
        let never = await shelf.run("bisect", "--when", "/books count > 2", recording)
        #expect(never.code == .ok)
        #expect(never.output == "There is no entry after which /books count > 2.\n")
        for (path, member) in [
            ("/boks count > 2", "books"), ("boks[0] = Emma", "books"), ("$.books[0].title > a", "books"),
        ] {
            let nowhere = await shelf.run("bisect", "--when", path, recording)
            #expect(nowhere.code == .usage && nowhere.errors.contains(member), "\(nowhere)")
        }
        let json = await shelf.run("bisect", "--when", "/books count > 2", "--json", recording)
        #expect(try json.json() == [["entry": .null]])
    }

    @Test("The first state that breaks an invariant is found, for a named one or any")
    func breaks() async throws {
        let shelf = try ShelfTool()
        let recording = try await shelf.record("shelf") { core in
            for title in ["a", "b", "a", "c"] { core.fire(event: BookAdded(title: title)) }
        }
        #expect(try await shelf.run("bisect", "--json", recording).json().first?["entry"] == 3)
        #expect(await shelf.run("bisect", recording).lines.last == "After it 'no title twice' is broken.")
        let named = await shelf.run("bisect", "--breaks", "few books", "--json", recording)
        #expect(try named.json().first?["entry"] == 4)
        let unknown = await shelf.run("bisect", "--breaks", "many books", recording)
        #expect(unknown.code == .usage)
        #expect(unknown.errors.contains("use one of: no title twice, few books"))
        let whole = try await shelf.record("whole") { $0.fire(event: BookAdded(title: "a")) }
        #expect(await shelf.run("bisect", whole).output.contains("no entry after which an invariant is broken"))
        #expect(await shelf.run("bisect", whole).code == .ok)
        #expect(await shelf.run("bisect", shelf.path("nowhere")).code == .unreadable)
        #expect(await shelf.run("bisect", "--when", "/a", "--breaks", "few books", recording).code == .usage)
    }

    @Test("A group counts as one step, without states inside of it")
    func group() async throws {
        let shelf = try ShelfTool()
        let recording = try await shelf.record("shelf") { core in
            core.fire(events: [BookAdded(title: "a"), BookAdded(title: "b")])
        }
        let found = await shelf.run("bisect", "--when", "/books count >= 1", "--json", recording)
        #expect(try found.json().first?["entry"] == 2)
    }

    private static let state: JSON = [
        "weights": [["kg": 80, "day": "2026-01-02"], ["kg": 101.5, "day": "2026-01-03"]], "name": "Ada", "none": .null,
        "a/b": ["~": true], "empty": [],
    ]

    @Test(
        "A predicate holds or does not",
        arguments: [
            ("/weights/*/kg > 100", true), ("/weights/*/kg > 101.5", false), ("/weights/*/kg >= 101.5", true),
            ("/weights/0/kg < 81", true), ("/weights/1/kg <= 81", false), ("/weights/7/kg", false),
            ("/weights count = 2", true), ("/weights count != 2", false), ("/empty count < 1", true), ("/name", true),
            ("/name = Ada", true), ("/name = \"Ada\"", true), ("/name != Bob", true), ("/name count > 0", false),
            ("/none", true), ("/none = null", true), ("/none > 1", false), ("/a~1b/~0 = true", true),
            ("/*/*/kg = 80", true),
            ("/weights/*/day >= 2026-01-03", true), ("/weights/*/day > 2026-01-03", false), ("/name > 3", false),
            ("/", true), ("name = Ada", true), ("weights[*].kg = 80", true), ("$", true), ("weights[0].kg", true),
        ])
    func predicate(text: String, holds: Bool) throws {
        #expect(try #require(StatePredicate(text)).holds(in: Self.state) == holds)
    }

    @Test(
        "An invalid predicate is refused with the syntax", arguments: ["a..b", "", "/a b", "/a >", "/a count", "> 3"])
    func refused(text: String) async throws {
        #expect(StatePredicate(text) == nil)
        let shelf = try ShelfTool()
        let run = await shelf.run("bisect", "--when=\(text)", shelf.path("x"))
        #expect(run.code == .usage)
        #expect(run.errors.contains("a path into the state and a comparison"))
    }
}
