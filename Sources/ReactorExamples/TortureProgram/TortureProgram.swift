import ExampleTorture
import ReactorPlatform
import ReactorTerminal

@main
enum TortureProgram {
    static let program = Program(
        "torture", version: "0.1.0",
        "Judges how a client with optimistic changes shows what a server has: by rules, in thousands of histories.",
        verbs: [PlayVerb.verb, HistoryVerb.verb, ClientsVerb.verb, ServeVerb.verb], defaultVerb: PlayVerb.verb)

    static func main() async {
        // A client that dies closes its pipe; what is to say of it is said as a sentence.
        signal(SIGPIPE, SIG_IGN)
        await program.main()
    }
}

/// `torture clients`
enum ClientsVerb {
    static let verb = Verb("clients", "list the recipes and idioms that come with the test") { console in
        for contestant in Contestant.all {
            let name = contestant.name.padded(to: 12)
            try console.output.line("\(name)\(contestant.summary)\(contestant.isSound ? "" : " (breaks rules)")")
        }
    }
}

/// `torture history [NAME]`, `torture history --level N --seed N`
enum HistoryVerb {
    static let name = Positional("NAME", "a history that is kept; without it, that of --level and --seed", .optional)
    static let kept = Option.flag("kept", "list the names of those that are kept")
    static let verb = Verb(
        "history", "print a history, a step a line",
        discussion: "What is printed can be changed and played: torture play FILE.", positionals: [name],
        options: [Choice.level, Choice.seed, kept]
    ) { console in
        if console.arguments.has(kept) {
            for name in History.keptNames { try console.output.line(name) }
            return
        }
        if let named = console.arguments[name] {
            guard let history = try History(kept: named) else {
                throw UsageError.invalidValue(
                    named, of: name.name, expected: "one of \(History.keptNames.joined(separator: ", "))")
            }
            for option in [Choice.level, Choice.seed] where console.arguments.has(option) {
                throw UsageError.conflict(option.name, name.name, reason: "a history has a name, or a level and a seed")
            }
            return try console.output.write(history.text)
        }
        let level = try Choice.levels(console).last ?? .restarts
        let seed = try Choice.number(Choice.seed, 0, console) ?? Choice.firstSeed
        try console.output.write(History(level: level, seed: seed).text)
    }
}

/// `torture serve NAME`
enum ServeVerb {
    static let name = Positional("NAME", "one of 'torture clients'")
    static let verb = Verb(
        "serve", "be a client that speaks the protocol, a line of JSON in and one out",
        discussion: "So that another judge can try it, and as an example of the protocol.", positionals: [name]
    ) { console in
        let client = try Choice.contestant(try console.arguments.value(of: name), of: name.name).client()
        var lines = LineReader(descriptor: 0)
        var number = 0
        while case .line(let line) = try lines.next() {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            try console.output.line(try client.reply(to: line, number: number))
            try console.output.flush()
        }
    }
}
