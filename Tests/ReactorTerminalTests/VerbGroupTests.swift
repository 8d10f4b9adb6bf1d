import Testing

@testable import ReactorTerminal

@Suite("Subcommands of two words")
struct VerbGroupTests {
    private static let out = Option.short("o", "FILE", "where to write")
    private let program = Program(
        "weigh", version: "1.2", "Weighs things.",
        verbs: [
            Verb("add", "adds one") { _ in },
            Verb("book show", "shows it", positionals: [Positional("FILE", "a file", .optional)], options: [out]) { _ in
            },
            Verb("book check", "checks it") { _ in },
        ],
        defaultVerb: Verb("add", "adds one") { _ in })

    private func error(_ words: String...) -> UsageError? {
        do {
            _ = try program.parse(words)
            return nil
        } catch {
            return error
        }
    }

    @Test("Both words select the subcommand, options may be between them, and later arguments belong to it")
    func parsed() throws {
        guard case .run(let verb, let arguments) = try program.parse(["book", "-o", "-", "show", "file"]) else {
            Issue.record("not run")
            return
        }
        #expect(verb.name == "book show")
        #expect(arguments[Self.out] == "-")
        #expect(arguments[verb.positionals[0]] == "file")
    }

    @Test("Help for the first word lists its subcommands, and no others")
    func help() throws {
        guard case .groupHelp("book") = try program.parse(["book", "--help"]) else {
            Issue.record("no help for the group")
            return
        }
        #expect(
            program.help(forVerbsIn: "book") == """
                Usage: weigh book SUBCOMMAND [OPTIONS]

                Subcommands:
                  book show   shows it
                  book check  checks it

                'weigh book SUBCOMMAND --help' describes one of them.

                """)
    }
}
