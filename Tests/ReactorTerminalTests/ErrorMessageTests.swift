import Testing

@testable import ReactorTerminal

@Suite("Error messages of the terminal library")
struct ErrorMessageTests {
    @Test(
        "Every mistake in the arguments says what is wrong and what to do",
        arguments: [
            (UsageError.missingVerb(known: ["add", "list"]), "say what to do: add, list"),
            (.unknownVerb("lst", nearest: "list", known: ["list"]), "there is no 'lst'; did you mean 'list'?"),
            (.unknownVerb("x", nearest: nil, known: ["add", "list"]), "there is no 'x'; there is: add, list"),
            (.unknownOption("--jsno", nearest: "--json"), "unknown option --jsno; did you mean --json?"),
            (.unknownOption("--a\u{1B}b", nearest: nil), "unknown option --a\\u{1B}b"),
            (.foreignOption("--json", verb: "add", owners: ["list"]), "--json is an option of list, not of add"),
            (.missingValue(option: "--data", placeholder: "DIR"), "--data needs a value: --data DIR"),
            (.unexpectedValue(option: "--json"), "--json takes no value; leave out what follows the '='"),
            (.repeatedOption("--data"), "--data was given more than once; give it once"),
            (.missingPositional("FILE"), "FILE is missing"),
            (.unexpectedArgument("a b"), "'a b' is one argument too many; put quotes around a text that has spaces"),
            (.invalidValue("x", of: "--day", expected: "a number"), "'x' does not fit --day; it must be a number"),
            (
                .conflict("--a", "--b", reason: "both print"),
                "--a and --b exclude each other: both print; give one of them"
            ),
        ])
    func usage(error: UsageError, message: String) {
        #expect(error.description == message)
        #expect(error.exitCode == .usage)
    }

    @Test("A stream that fails is named with the system's reason")
    func streams() {
        #expect(InputError(path: "a\nb", reason: "No such file").description == "cannot read a\\nb: No such file")
        #expect(InputError(path: "-", reason: "broken").description == "cannot read standard input: broken")
        #expect(
            OutputError(stream: "standard output", reason: "No space left").description
                == "cannot write to standard output: No space left")
        #expect(InputError(path: "-", reason: "").exitCode == .failed)
    }
}
