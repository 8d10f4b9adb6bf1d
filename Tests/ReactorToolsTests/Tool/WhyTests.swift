import Reactor
import ReactorRecording
import ReactorTerminal
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("The history of a value")
struct WhyTests {
    private let shelf: ShelfTool

    init() throws { shelf = try ShelfTool() }

    /// Weighs items, and reads a more precise scale.
    private struct SaveWeight: Command {
        let id: String
        let grams: Int

        func execute(state: Pantry, core: Core<Pantry>) async throws {
            core.fire(event: Weighed(id: id, grams: grams), fileID: "Pantry/SaveWeight.swift", line: 41)
        }
    }

    /// Weighs items immediately, and is corrected by a scale.
    private struct WeighOptimistically: Command {
        let id: String
        let fails: Bool

        func execute(state: Pantry, core: Core<Pantry>) async throws {
            struct Refused: Error {}
            try await core.optimistically(
                Weighed(id: id, grams: 500), fileID: "Pantry/SaveWeight.swift", line: 41
            ) { _ in
                if fails { throw Refused() }
                return .commit(with: [
                    Weighed(id: "b", grams: 1), Weighed(id: id, grams: 490), Weighed(id: "b", grams: 2),
                ])
            } onFailure: { _ in
                [JarNamed(id: id, owner: "Nobody")]
            }
        }
    }

    /// Records the events of `body` and of the commands of reactions.
    private func record(
        reactions: [Reaction<Pantry>] = [], _ body: (Core<Pantry>) async throws -> Void
    ) async throws -> String {
        let opened = try await Core.open(
            journal: shelf.path("pantry"), initial: Pantry(), catalog: Pantry.catalog,
            configuration: JournalConfiguration(app: "pantry", gathering: .zero, report: { _ in }),
            reactions: reactions)
        try await body(opened.core)
        await opened.core.idle()
        try await opened.close()
        return shelf.path("pantry")
    }

    /// Two jars, of which a reaction weighs the first.
    private func weighed(fails: Bool) async throws -> String {
        try await record(
            reactions: [
                .on(JarMoved.self, fileID: "Pantry/Pantry.swift", line: 3) {
                    WeighOptimistically(id: $0.id, fails: fails)
                }
            ]
        ) { core in
            core.fire(event: JarsLoaded(ids: ["a", "b"]), fileID: "Pantry/Loading.swift", line: 7)
            core.fire(event: JarMoved(id: "a", to: 0), fileID: "Pantry/Screen.swift", line: 38)
        }
    }

    private func why(_ path: String, _ recording: String, _ options: String...) async -> ShelfTool.Run {
        await run(Self.tool, ["why", "--path", path] + options + [recording])
    }

    private static let tool = JournalTool(
        Pantry.catalog, app: "pantry",
        redactor: Redactor(state: [["jars", "*", "owner"]], events: ["jar.named": [["owner"]]]))

    private func run<StateType>(_ tool: JournalTool<StateType>, _ arguments: [String]) async -> ShelfTool.Run {
        let (output, errors, interrupt) = (MemorySink(), MemorySink(), Interrupt())
        // A command that follows a journal ends with Ctrl-C, after the last entry.
        let sink: any ByteSink =
            arguments.contains("--follow") ? LastSink(output: output, interrupt: interrupt) : output
        let code = await tool.program(named: "pantry").run(
            arguments, output: Output(to: sink, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
        return ShelfTool.Run(code: code, output: output.text, errors: errors.text)
    }

    /// Three jars, of which one is weighed three times; then they change places.
    private func pantry() async throws -> String {
        try await record { core in
            core.fire(event: JarsLoaded(ids: ["a", "b", "c"]), fileID: "Pantry/Loading.swift", line: 7)
            core.fire(event: Weighed(id: "b", grams: 500), fileID: "Pantry/Screen.swift", line: 30)
            core.fire(event: Weighed(id: "a", grams: 20), fileID: "Pantry/Screen.swift", line: 30)
            core.fire(event: Weighed(id: "b", grams: 510), fileID: "Pantry/Screen.swift", line: 31)
            core.fire(event: Weighed(id: "b", grams: 500), fileID: "Pantry/Screen.swift", line: 32)
            let save = core.fire(command: SaveWeight(id: "b", grams: 490), fileID: "Pantry/Screen.swift", line: 38)
            _ = await save.outcome
            core.fire(event: JarMoved(id: "b", to: 2), fileID: "Pantry/Screen.swift", line: 50)
        }
    }

    @Test("The answer is the last event that changed the value, its command, both call sites, and the creation")
    func last() async throws {
        let recording = try await pantry()
        let run = await why("jars[2].grams", recording)
        #expect(
            run.lines == [
                "500 -> 490 by #6 jar.weighed  (SaveWeight, launch 1, Pantry/SaveWeight.swift:41)",
                "  because SaveWeight, launch 1, was fired at Pantry/Screen.swift:38",
                "created by #1 jars.loaded  (Pantry/Loading.swift:7); 3 changes in between: --all",
            ])
        #expect(await why("jars[id=b].grams", recording) == run)
        #expect(await why("/jars/2/grams", recording) == run)
    }

    @Test("For a command of a reaction, the answer contains the event of the reaction")
    func reaction() async throws {
        let recording = try await record(
            reactions: [
                .on(JarMoved.self, fileID: "Pantry/Pantry.swift", line: 3) { SaveWeight(id: $0.id, grams: 7) }
            ]
        ) { core in
            core.fire(event: JarsLoaded(ids: ["a"]), fileID: "Pantry/Loading.swift", line: 7)
            for line in 50...51 {
                core.fire(event: JarMoved(id: "a", to: 0), fileID: "Pantry/Screen.swift", line: UInt(line))
                await core.idle()
            }
        }
        #expect(
            await why("jars[0].grams", recording).lines.prefix(3) == [
                "0 -> 7 by #3 jar.weighed  (SaveWeight, launch 1, Pantry/SaveWeight.swift:41)",
                "  because SaveWeight, launch 1, was fired at Pantry/Pantry.swift:3",
                "  because #2 jar.moved  (Pantry/Screen.swift:50)",
            ])
        let json = try await why("jars[0].grams", recording, "--all", "--json").json()
        #expect(json.first?["all"]?[0]?["because"]?[1]?["reactsTo"]?["entry"] == 2)
    }

    @Test("For a reaction to a response, the answer contains the response and its command")
    func reactionToAnAnswer() async throws {
        struct NameOptimistically: Command {
            let id: String

            func execute(state: Pantry, core: Core<Pantry>) async throws {
                try await core.optimistically(
                    Weighed(id: id, grams: 500), fileID: "Pantry/NameJar.swift", line: 12
                ) { _ in .commit(with: [Weighed(id: "b", grams: 1), JarNamed(id: id, owner: "Grace")]) }
            }
        }
        let recording = try await record(
            reactions: [
                .on(JarMoved.self, fileID: "Pantry/Pantry.swift", line: 3) { NameOptimistically(id: $0.id) },
                .on(JarNamed.self, fileID: "Pantry/Pantry.swift", line: 4) { SaveWeight(id: $0.id, grams: 7) },
            ]
        ) { core in
            core.fire(event: JarsLoaded(ids: ["a", "b"]), fileID: "Pantry/Loading.swift", line: 7)
            core.fire(event: JarMoved(id: "a", to: 0), fileID: "Pantry/Screen.swift", line: 38)
        }
        #expect(
            await why("jars[id=a].grams", recording).lines.prefix(3) == [
                "0 -> 7 by #6 jar.weighed  (SaveWeight, launch 2, Pantry/SaveWeight.swift:41)",
                "  because SaveWeight, launch 2, was fired at Pantry/Pantry.swift:4 by launch 1",
                "  because #5 jar.named  (NameOptimistically, launch 1, Pantry/NameJar.swift:12)",
            ])
        let json = try await why("jars[id=a].grams", recording, "--json").json()
        #expect(json.first?["last"]?["because"]?[1]?["reactsTo"]?["command"] == "NameOptimistically")
    }

    @Test("An answer for an earlier entry has the earlier value, and follows a row to its earlier position")
    func atAnEntry() async throws {
        let recording = try await pantry()
        let run = await why("jars[1].grams", recording, "--at", "4")
        #expect(run.lines.first == "500 -> 510 by #4 jar.weighed  (Pantry/Screen.swift:31)")
        let row = await why("jars[1].grams", recording)
        #expect(row.lines == ["nothing -> 0 by #1 jars.loaded  (Pantry/Loading.swift:7)"])
        #expect(await why("jars[1].grams", recording, "--at", "99").code == .unreadable)
        #expect(await why("jars[1].grams", recording, "--at", "soon").code == .usage)
    }

    @Test("--all lists every change with the newest first, also temporary ones")
    func all() async throws {
        let recording = try await pantry()
        let run = await why("jars[id=b].grams", recording, "--all")
        #expect(
            run.lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != "#" } + "" } == [
                "500 -> 490 by ", "510 -> 500 by ", "500 -> 510 by ", "0 -> 500 by ", "nothing -> 0 by ",
            ])
        let json = try await why("jars[id=b].grams", recording, "--all", "--json").json()
        #expect(json.first?["changes"] == 5)
        #expect(json.first?["all"]?.array?.compactMap { $0["entry"]?.int } == [6, 5, 4, 2, 1])
        #expect(json.first?["all"]?[0]?["because"]?[0]?["place"] == "Pantry/Screen.swift:38")
    }

    @Test("A response lists the prediction that it replaces, and a rollback the prediction that it removes")
    func predictions() async throws {
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["a"]), fileID: "Pantry/Loading.swift", line: 7)
            let answered = core.predict(Weighed(id: "a", grams: 100), fileID: "Pantry/Screen.swift", line: 60)
            answered.commit(with: [Weighed(id: "a", grams: 99)], fileID: "Pantry/Service.swift", line: 5)
            let failed = core.predict(Weighed(id: "a", grams: 200), fileID: "Pantry/Screen.swift", line: 61)
            failed.rollback(fileID: "Pantry/Service.swift", line: 9)
        }
        #expect(
            await why("jars[0].grams", recording, "--all").lines.prefix(6).map { $0 } == [
                "200 -> 99 by #5 rollback  (Pantry/Service.swift:9)",
                "  which rolls back the prediction of #4 jar.weighed  (Pantry/Screen.swift:61)",
                "99 -> 200 by #4 jar.weighed  (Pantry/Screen.swift:61)",
                "100 -> 99 by #3 jar.weighed  (Pantry/Service.swift:5)",
                "  which replaces the prediction of #2 jar.weighed  (Pantry/Screen.swift:60)",
                "0 -> 100 by #2 jar.weighed  (Pantry/Screen.swift:60)",
            ])
    }

    @Test("The cause of a response is the command that predicted it, with its own causes")
    func answerOfACommand() async throws {
        let recording = try await weighed(fails: false)
        #expect(
            await why("jars[id=a].grams", recording).lines == [
                "500 -> 490 by #5 jar.weighed  (WeighOptimistically, launch 1, Pantry/SaveWeight.swift:41), "
                    + "one step with #4 to #6",
                "  which replaces the prediction of #3 jar.weighed  (WeighOptimistically, launch 1, "
                    + "Pantry/SaveWeight.swift:41)",
                "  because WeighOptimistically, launch 1, was fired at Pantry/Pantry.swift:3",
                "  because #2 jar.moved  (Pantry/Screen.swift:38)",
                "created by #1 jars.loaded  (Pantry/Loading.swift:7); 1 change in between: --all",
            ])
        let json = try await why("jars[id=a].grams", recording, "--json").json()
        #expect(json.first?["last"]?["command"] == "WeighOptimistically" && json.first?["last"]?["launch"] == 1)
        #expect(json.first?["last"]?["because"]?[2]?["reactsTo"]?["entry"] == 2)
        let other = await why("jars[id=b].grams", recording)
        #expect(other.lines.first?.hasPrefix("0 -> 2 by #6 jar.weighed") == true)
    }

    @Test("The cause of a rollback and its message is the predicting command, with separate entries")
    func rollbackOfACommand() async throws {
        let recording = try await weighed(fails: true)
        let reasons = [
            "  which rolls back the prediction of #3 jar.weighed  (WeighOptimistically, launch 1, Pantry/SaveWeight.swift:41)",
            "  because WeighOptimistically, launch 1, was fired at Pantry/Pantry.swift:3",
            "  because #2 jar.moved  (Pantry/Screen.swift:38)",
        ]
        let step = "(WeighOptimistically, launch 1, Pantry/SaveWeight.swift:41), one step with #4 to #5"
        for (path, change) in [
            ("jars[id=a].grams", "500 -> 0 by #4 rollback"),
            ("jars[id=a].owner", #""Ada" -> "Nobody" by #5 jar.named"#),
        ] {
            #expect(await why(path, recording).lines.dropLast() == ["\(change)  \(step)"] + reasons)
        }
    }

    @Test("For a group, the entry that changed the value is listed, and each reason once")
    func entryOfAGroup() async throws {
        struct WeighAll: Command {
            func execute(state: Pantry, core: Core<Pantry>) async throws {
                core.fire(
                    events: [
                        Weighed(id: "a", grams: 1), Weighed(id: "b", grams: 2), Weighed(id: "a", grams: 3),
                        Weighed(id: "c", grams: 4),
                    ], fileID: "Pantry/WeighAll.swift", line: 5)
            }
        }
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["a", "b", "c"]), fileID: "Pantry/Loading.swift", line: 7)
            core.fire(command: WeighAll(), fileID: "Pantry/Screen.swift", line: 38)
        }
        for (id, text) in [("a", "0 -> 3 by #4"), ("b", "0 -> 2 by #3"), ("c", "0 -> 4 by #5")] {
            #expect(
                await why("jars[id=\(id)].grams", recording).lines == [
                    "\(text) jar.weighed  (WeighAll, launch 1, Pantry/WeighAll.swift:5), one step with #2 to #5",
                    "  because WeighAll, launch 1, was fired at Pantry/Screen.swift:38",
                    "created by #1 jars.loaded  (Pantry/Loading.swift:7); no change in between",
                ])
        }
    }

    @Test(
        "The error of a path without a value lists the existing members",
        arguments: [
            ("jras[0].grams", "did you mean 'jars'?"), ("jars[7].grams", "has 3 elements, [0] to [2]"),
            ("jars[0].gram", "did you mean 'grams'?"), ("jars[id=z].grams", "the ids are a, c, b"),
            ("jars[0].grams.more", "has nothing inside"),
        ])
    func nowhere(path: String, cure: String) async throws {
        let run = await why(path, try await pantry())
        #expect(run.code == .usage)
        #expect(run.errors.contains(cure), "\(run.errors)")
    }

    @Test(
        "An invalid path is refused with the syntax", arguments: ["", "jars[", "jars..grams", "[]", "jars[id=]", ".a"])
    func noPath(text: String) async throws {
        #expect(ValuePath(text) == nil)
        let refused = await run(Self.tool, ["why", "--path=\(text)", shelf.path("x")])
        #expect(refused.code == .usage)
        #expect(refused.errors.contains("a path into the state"))
        #expect(await run(Self.tool, ["why", shelf.path("x")]).errors.contains("--path PATH"))
    }

    @Test("An unchanged value exists from the beginning, and a removed value has the event of its removal")
    func beginningAndEnd() async throws {
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["a"]), fileID: "Pantry/Loading.swift", line: 9)
            core.fire(event: JarsLoaded(ids: []), fileID: "Pantry/Loading.swift", line: 10)
        }
        #expect(
            await why("owner", recording).lines
                == [#""Ada" since the beginning of the recording: owner never changes"#])
        #expect(
            await why("jars[id=a].grams", recording).lines == [
                "0 -> nothing by #2 jars.loaded  (Pantry/Loading.swift:10)", "1 change before it: --all",
            ])
    }

    @Test("With --redacted no secret is printed, and its changes are still counted")
    func redacted() async throws {
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["a"]))
            core.fire(event: JarNamed(id: "a", owner: "Grace Hopper"))
            core.fire(event: JarNamed(id: "a", owner: "Ada Lovelace"))
        }
        for path in ["jars[0].owner", "jars[0]", "jars", "$"] {
            for form in [["--json"], []] {
                let run = await run(Self.tool, ["why", "--path", path, "--all", "--redacted"] + form + [recording])
                #expect(!run.output.contains("Grace") && !run.output.contains("Ada Lovelace"), "\(path)")
                #expect(run.output.contains("redacted"))
            }
        }
        let json = try await why("jars[0].owner", recording, "--redacted", "--json").json()
        #expect(json.first?["changes"] == 3)
    }

    @Test(
        "With --redacted the error of a path without a value contains no secret",
        arguments: [
            ("jars[0].owner.x", "'jars[0].owner' is \"‹redacted›\""), ("owner.x", "'owner' is \"‹redacted›\""),
            ("jars[id=nope].grams", "the ids are ‹redacted›"), ("jars[id=‹redacted›].grams", "the ids are ‹redacted›"),
            ("jars[0].gram", "'jars[0]' has grams"), ("veiled.x", "'veiled' is \"‹redacted›\""),
        ])
    func redactedNowhere(path: String, answer: String) async throws {
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["hunter2", "hunter3"]))
            core.fire(event: JarNamed(id: "hunter2", owner: "hunter4"))
        }
        let tool = JournalTool(
            Pantry.catalog, app: "pantry",
            redactor: Redactor(state: [["owner"], ["veiled"], ["jars", .any, "id"], ["jars", .any, "owner"]]))
        let run = await run(tool, ["why", "--path", path, "--redacted", recording])
        #expect(run.code == .usage)
        #expect(run.errors.contains(answer), "\(run.errors)")
        #expect(!run.errors.contains("hunter") && !run.errors.contains("Ada"), "\(run.errors)")
    }

    @Test(
        "With --redacted no subcommand prints a value that does not decode",
        arguments: [
            ["why", "--path", "level"], ["inspect", "-o", "-"], ["show"],
            ["show", "--json"], ["show", "--follow"], ["show", "--follow", "--json"],
        ])
    func redactedUndecodable(arguments: [String]) async throws {
        let run = await run(Levels.tool, arguments + ["--redacted", try await levels()])
        #expect(!run.output.contains("hunter") && !run.errors.contains("hunter"), "\(run.errors)")
        #expect(!arguments.contains("--follow") || run.output.contains("redacted"))
        if arguments[0] == "why" {
            #expect(run.errors.contains("At entry 1") && run.errors.contains("hidden by --redacted"), "\(run.errors)")
        }
    }

    @Test("A bug report and its error contain no value that does not decode, except with --unredacted")
    func undecodableInABugReport() async throws {
        let recording = try await levels(from: "hunter1")
        let report = await run(Levels.tool, ["bug-report", "-o", "-", recording])
        #expect(report.code == .ok && report.output.contains("redacted"))
        #expect(!report.output.contains("hunter") && !report.errors.contains("hunter"), "\(report.errors)")
        let whole = await run(Levels.tool, ["bug-report", "--unredacted", "-o", "-", recording])
        #expect(whole.output.contains("hunter2"))
    }

    /// A recording of texts, of which those of today are a subset.
    private func levels(from first: String = "low") async throws -> String {
        let opened = try await Core.open(
            journal: shelf.path("levels"), initial: Texts(level: first), catalog: Texts.catalog,
            configuration: JournalConfiguration(app: "pantry", gathering: .zero, report: { _ in }))
        opened.core.fire(event: LevelSet(level: "hunter2"))
        try await opened.close()
        return shelf.path("levels")
    }

    @Test("A position without a value is reported with the event that removed the value")
    func goneAtAPosition() async throws {
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["a", "b"]), fileID: "Pantry/Loading.swift", line: 7)
            core.fire(event: JarNoted(id: "b", note: "old"), fileID: "Pantry/Screen.swift", line: 1)
            core.fire(event: JarMoved(id: "b", to: 0), fileID: "Pantry/Screen.swift", line: 2)
            core.fire(event: JarNoted(id: "b", note: nil), fileID: "Pantry/Screen.swift", line: 3)
            core.fire(event: JarCounted(number: 7, count: 1), fileID: "Pantry/Screen.swift", line: 4)
            core.fire(event: JarCounted(number: 7, count: nil), fileID: "Pantry/Screen.swift", line: 5)
        }
        let told = [#""old" -> nothing by #4 jar.noted  (Pantry/Screen.swift:3)"#, "1 change before it: --all"]
        for path in ["jars[0].note", "jars[id=b].note", "/jars/0/note"] {
            #expect(await why(path, recording).lines == told, "\(path)")
        }
        #expect(await why("jars[1].note", recording).code == .usage)
        // A number may be the name of a member, even of one that no longer exists.
        let tool = JournalTool(
            Pantry.catalog, app: "pantry", redactor: Redactor(state: [["tallies", .key("7")]], events: [:]))
        for path in ["tallies[7]", "tallies.7", "/tallies/7"] {
            #expect(
                await why(path, recording).lines
                    == ["1 -> nothing by #6 jar.counted  (Pantry/Screen.swift:5)", "1 change before it: --all"],
                "\(path)")
            let redacted = await run(tool, ["why", "--path", path, "--redacted", recording])
            #expect(redacted.lines.first?.hasPrefix(#""‹redacted›" -> nothing"#) == true, "\(path)")
        }
    }

    @Test(
        "An id is found as it is written, also a numeric text, and a printed path can be typed",
        arguments: ["7", "true", "null", "1.50", "{}", "a]b", "\"q\"", " 7 ", "[1]", "w-4"])
    func ids(id: String) async throws {
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: ["x", id]))
            core.fire(event: Weighed(id: id, grams: 3))
        }
        let json = try await why("jars[1].grams", recording, "--json").json()
        let printed = try #require(json.first?["path"]?.string)
        let plain = id.contains("]") || id.contains("\"") ? [] : ["jars[id=\(id)].grams"]
        for path in ["jars[id=\(JSON.string(id).compact)].grams", "jars[1].grams", printed] + plain {
            #expect(await why(path, recording).lines.first?.hasPrefix("0 -> 3 by #2") == true, "\(path)")
        }
        let wrong = await why("jars[id=nope].grams", recording)
        let told = printed.dropFirst("jars[id=".count).dropLast("].grams".count)
        let other = told.hasPrefix("\"") ? "\"x\"" : "x"
        #expect(wrong.errors.contains("the ids are \(other), \(told)"), "\(wrong.errors)")
    }

    @Test("A number is found among numbers, and a text among texts")
    func numbersAsIDs() throws {
        let numbers: JSON = ["rows": [["id": 7], ["id": 8]]]
        let texts: JSON = ["rows": [["id": "7"], ["id": "8"]]]
        let path = try #require(ValuePath("rows[id=8]"))
        #expect(path.obstacle(in: numbers, along: path.steps) == nil)
        #expect(path.obstacle(in: texts, along: path.steps) == nil)
        let quoted = try #require(ValuePath(#"rows[id="8"]"#))
        #expect(quoted.obstacle(in: numbers, along: quoted.steps) != nil)
        #expect(quoted.obstacle(in: texts, along: quoted.steps) == nil)
        let position = try #require(ValuePath("rows[1]"))
        #expect(position.way(in: .json(numbers)).text == "rows[id=8]")
        #expect(position.way(in: .json(texts)).text == #"rows[id="8"]"#)
        #expect(position.way(in: .json(["rows": [["id": 8], ["id": 8]]])).text == "rows[1]")
    }

    @Test("The path $ is the whole state, and two long values are shown by their differences")
    func longValues() async throws {
        let long = String(repeating: "never ends ", count: 20)
        let recording = try await record { core in
            core.fire(event: JarsLoaded(ids: (0..<20).map { "jar-\($0)" }))
            core.fire(event: Weighed(id: "jar-17", grams: 3), fileID: "Pantry/Screen.swift", line: 1)
            core.fire(event: JarNamed(id: "jar-0", owner: long + "one"))
            core.fire(event: JarNamed(id: "jar-0", owner: long + "two"), fileID: "Pantry/Screen.swift", line: 2)
        }
        for path in ["$", "jars"] {
            #expect(
                await why(path, recording, "--at", "2").lines.first
                    == "0 -> 3 in jars[17].grams by #2 jar.weighed  (Pantry/Screen.swift:1)")
        }
        #expect(
            await why("jars[id=jar-0].owner", recording).lines.first
                == #"…er ends one" -> …er ends two" by #4 jar.named  (Pantry/Screen.swift:2)"#)
        let json = try await why("$", recording, "--all", "--json").json()
        #expect(json.first?["path"] == "$")
        #expect(json.first?["all"]?.array?.compactMap { $0["entry"]?.int } == [4, 3, 2, 1])
    }
}

/// Jars with their weights: a state whose rows have ids.
private struct Pantry: State, Codable {
    struct Jar: Codable, Identifiable, Equatable {
        let id: String
        var grams = 0
        var owner = "Ada"
        var note: String?
    }

    var jars = KeyedRows<String, Jar>()
    var owner = "Ada"
    var veiled = ["hunter5": 1]
    var tallies: [Int: Int] = [:]

    mutating func react(to event: any Event) {
        switch event {
        case let event as JarsLoaded:
            let known = jars
            jars = KeyedRows(uniqueRows: event.ids.map { known[id: $0] ?? Jar(id: $0) })
        case let event as Weighed: jars[id: event.id]?.grams = event.grams
        case let event as JarNamed: jars[id: event.id]?.owner = event.owner
        case let event as JarNoted: jars[id: event.id]?.note = event.note
        case let event as JarCounted: tallies[event.number] = event.count
        case let event as JarMoved:
            var rows = Array(jars)
            guard let index = rows.firstIndex(where: { $0.id == event.id }) else { return }
            let row = rows.remove(at: index)
            rows.insert(row, at: min(event.to, rows.count))
            jars = KeyedRows(uniqueRows: rows)
        default: break
        }
    }

    static let catalog = EventCatalog<Pantry>(events: [
        .event(JarsLoaded.self, as: "jars.loaded"), .event(Weighed.self, as: "jar.weighed"),
        .event(JarNamed.self, as: "jar.named"), .event(JarMoved.self, as: "jar.moved"),
        .event(JarNoted.self, as: "jar.noted"), .event(JarCounted.self, as: "jar.counted"),
    ])
}

private struct JarsLoaded: Event, Codable { let ids: [String] }
private struct Weighed: Event, Codable { let id: String; let grams: Int }
private struct JarNamed: Event, Codable { let id: String; let owner: String }
private struct JarMoved: Event, Codable { let id: String; let to: Int }
private struct JarNoted: Event, Codable { let id: String; let note: String? }
private struct JarCounted: Event, Codable { let number: Int; let count: Int? }

/// Raises an interrupt when something is written.
private struct LastSink: ByteSink {
    let output: MemorySink
    let interrupt: Interrupt

    func write(_ bytes: [UInt8]) {
        output.write(bytes)
        interrupt.raise()
    }
}

/// A text that became a choice without an upcaster.
private struct Texts: State, Codable {
    var level = "low"

    mutating func react(to event: any Event) { if let event = event as? LevelSet { level = event.level } }

    static let catalog = EventCatalog<Texts>(events: [.event(LevelSet.self, as: "level.set")])
}

private struct LevelSet: Event, Codable { let level: String }

private struct Levels: State, Codable {
    enum Level: String, Codable { case low, high }

    var level = Level.low

    mutating func react(to event: any Event) { if let event = event as? LevelChosen { level = event.level } }

    static let catalog = EventCatalog<Levels>(events: [.event(LevelChosen.self, as: "level.set")])

    static let tool = JournalTool(
        catalog, app: "pantry", redactor: Redactor(state: [["level"]], events: ["level.set": [["level"]]]))
}

private struct LevelChosen: Event, Codable { let level: Levels.Level }
