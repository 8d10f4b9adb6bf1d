import Testing

@testable import ReactorTerminal

@Suite("Arguments")
struct ArgumentTests {
    static let data = Option.value("data", "DIR", "where it is kept")
    static let json = Option.flag("json", "for scripts")
    static let tag = Option.repeated("tag", "NAME", "a tag")
    static let day = Option.value("day", "N", "a day, counted from today")
    static let file = Positional("FILE", "a file")
    static let note = Positional("NOTE", "a note", .optional)
    static let names = Positional("NAME", "names", .repeated)

    let program = Program(
        "weigh", version: "1.2", "Weighs things.", options: [data],
        verbs: [
            Verb("add", "adds one", positionals: [file, note], options: [tag, day]) { _ in },
            Verb("list", "lists them", discussion: "Newest first.", positionals: [names], options: [json]) { _ in },
        ])

    func arguments(_ words: String...) throws -> (verb: String, Arguments) {
        guard case .run(let verb, let arguments) = try program.parse(words) else {
            throw UsageError.missingVerb(known: [])
        }
        return (verb.name, arguments)
    }

    func error(_ words: String...) -> UsageError? {
        do {
            _ = try program.parse(words)
            return nil
        } catch {
            return error
        }
    }

    @Test("An option's value comes after it or after an equals sign")
    func values() throws {
        #expect(try arguments("list", "--data", "here").1[Self.data] == "here")
        #expect(try arguments("list", "--data=here=there").1[Self.data] == "here=there")
        #expect(try arguments("list", "--data=").1[Self.data] == "")
        #expect(try arguments("list").1[Self.data] == nil)
    }

    @Test("Options of the program and of the subcommand come before or after the subcommand")
    func order() throws {
        let (verb, before) = try arguments("--data", "add", "--tag=a", "add", "file")
        #expect(verb == "add")
        #expect(before[Self.data] == "add")
        #expect(before.all(Self.tag) == ["a"])
        let (_, after) = try arguments("add", "file", "--tag=a", "--data", "add")
        #expect(before == after)
    }

    @Test("Arguments of another program's subcommand are not parsed as options, mistakes or a request for help")
    func rest() throws {
        let rest = Positional("ARGUMENT", "what it understands", .rest)
        let verb = Verb("book", "another program's", positionals: [rest]) { _ in }
        let program = Program("weigh", version: "1", "", options: [Self.data], verbs: self.program.verbs + [verb])
        for words in [[], ["--help"], ["--version"], ["-x", "--", "--json"], ["add", "--tag"], ["--data", "there"]] {
            guard case .run(let verb, let arguments) = try program.parse(["--data", "here", "book"] + words) else {
                Issue.record("not run with \(words)")
                continue
            }
            #expect(verb.name == "book" && arguments[Self.data] == "here" && arguments.all(rest) == words)
        }
        #expect(program.help(for: verb).contains("Usage: weigh book [ARGUMENT ...]\n"))
    }

    @Test("A flag is set or not, however often it occurs")
    func flags() throws {
        #expect(try arguments("list", "--json", "--json").1.has(Self.json))
        #expect(try !arguments("list").1.has(Self.json))
        #expect(error("list", "--json=yes") == .unexpectedValue(option: "--json"))
    }

    @Test("A repeated option stores every value in order, and another option may occur once")
    func repetition() throws {
        #expect(try arguments("add", "f", "--tag", "b", "--tag=a").1.all(Self.tag) == ["b", "a"])
        #expect(error("list", "--data", "a", "--data", "b") == .repeatedOption("--data"))
    }

    @Test("Transposed letters are recognized")
    func swapped() {
        #expect("lgo".nearest(in: ["log", "list", "reset"]) == "log")
        #expect("ist".nearest(in: ["log", "list"]) == "list")
        #expect("xyz".nearest(in: ["log", "list"]) == nil)
        #expect("abcd".distance(to: "badc") == 2)
    }

    @Test("Two dashes end the options")
    func endOfOptions() throws {
        let (_, arguments) = try arguments("add", "--", "--tag", "--help")
        #expect(try arguments.value(of: Self.file) == "--tag")
        #expect(arguments[Self.note] == "--help")
        #expect(arguments.all(Self.tag) == [])
    }

    @Test("A negative number is a value, a single dash is a word")
    func dashes() throws {
        let (_, arguments) = try arguments("add", "-", "-7.5", "--day", "-3")
        #expect(try arguments.value(of: Self.file) == "-")
        #expect(arguments[Self.note] == "-7.5")
        #expect(try arguments.value(of: Self.day, as: Int.self, expected: "a whole number") == -3)
    }

    @Test("A value that cannot be read is named with its option")
    func invalidValue() throws {
        let (_, arguments) = try arguments("add", "f", "--day=x")
        #expect(throws: UsageError.invalidValue("x", of: "--day", expected: "a whole number")) {
            try arguments.value(of: Self.day, as: Int.self, expected: "a whole number")
        }
    }

    @Test("An option without its value is an error, even if another option follows")
    func missingValue() {
        #expect(error("list", "--data") == .missingValue(option: "--data", placeholder: "DIR"))
        #expect(error("list", "--data", "--json") == .missingValue(option: "--data", placeholder: "DIR"))
        #expect(error("list", "--data", "--", "x") == .missingValue(option: "--data", placeholder: "DIR"))
    }

    @Test("An unknown option is reported with the nearest one of the subcommand")
    func unknownOption() {
        #expect(error("list", "--jsno") == .unknownOption("--jsno", nearest: "--json"))
        #expect(error("list", "--dta=x") == .unknownOption("--dta", nearest: "--data"))
        #expect(error("list", "--colour") == .unknownOption("--colour", nearest: nil))
        #expect(error("list", "-x") == .unknownOption("-x", nearest: nil))
    }

    @Test("An option of another subcommand is refused with the name of that subcommand")
    func foreignOption() {
        #expect(error("--json", "add", "f") == .foreignOption("--json", verb: "add", owners: ["list"]))
    }

    @Test("A missing or unknown subcommand is reported with the existing ones")
    func verbs() {
        #expect(error() == .missingVerb(known: ["add", "list"]))
        #expect(error("xyz") == .unknownVerb("xyz", nearest: nil, known: ["add", "list"]))
        #expect(error("lst") == .unknownVerb("lst", nearest: "list", known: ["add", "list"]))
    }

    @Test("Positionals are placed in order, and counted")
    func positionals() throws {
        #expect(error("add") == .missingPositional("FILE"))
        #expect(error("add", "f", "n", "more") == .unexpectedArgument("more"))
        #expect(try arguments("list", "a", "b").1.all(Self.names) == ["a", "b"])
    }

    @Test("Help is printed for the program or the subcommand, and takes precedence over a mistake")
    func help() throws {
        func verb(_ words: String...) throws -> String? {
            guard case .help(let verb) = try program.parse(words) else { return "no help" }
            return verb?.name
        }
        #expect(try verb("--help") == nil)
        #expect(try verb("-h") == nil)
        #expect(try verb("list", "--help") == "list")
        #expect(try verb("--help", "list") == "list")
        #expect(try verb("help") == nil)
        #expect(try verb("help", "list") == "list")
        #expect(error("help", "lits") == .unknownVerb("lits", nearest: "list", known: program.verbs.map(\.name)))
        #expect(try verb("add", "help") == "no help")
        #expect(try verb("add", "-h") == "add")
        #expect(try verb("list", "--colour", "--help") == "list")
        #expect(error("list", "--colour", "--", "--help") == .unknownOption("--colour", nearest: nil))
    }

    @Test("The help shows every subcommand, option and argument")
    func helpText() {
        #expect(
            program.help(for: nil) == """
                Weighs things.

                Usage: weigh SUBCOMMAND [OPTIONS]

                Subcommands:
                  add   adds one
                  list  lists them

                Options:
                  --data DIR  where it is kept
                  -h, --help  show this help
                  --version   show the version

                'weigh SUBCOMMAND --help' describes one of them.

                """)
        #expect(
            program.help(for: program.verbs[1]) == """
                weigh list: lists them

                Usage: weigh list [--json] [NAME ...]

                Arguments:
                  NAME  names

                Options:
                  --json      for scripts
                  --data DIR  where it is kept
                  -h, --help  show this help
                  --version   show the version

                Newest first.

                """)
    }
}
