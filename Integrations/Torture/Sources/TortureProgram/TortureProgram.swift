import Foundation
import Torture

@main
enum TortureProgram {
    static let help = """
        Judges how a client with optimistic changes shows the rows of a server: by rules, in thousands of histories.

        torture [play] [FILE ...]   plays the histories of all levels, prints a table and the shortest history that
                                    breaks a rule; with a file, the name of a stored history, or --seed, that history
          --client COMMAND          judge a program that speaks the protocol
          --recipe NAME ...         only these clients of 'torture clients'
          --level N ...             only these levels, 1 to \(Level.allCases.count)
          --seeds N                 the number of histories of each level (default: 2000)
          --first N                 the first seed (default: \(Words.firstSeed))
          --seed N                  one history of the level, instead of many
          --timeout SECONDS         the time that the program may take for a response (default: 5)
          --every                   the shortest history for each rule, not for each client
          --json                    one object for other programs
        torture history [NAME]      prints a history, a step a line: a stored one, or that of --level and --seed
          --kept                    the names of the stored histories
        torture clients             lists the recipes and idioms that come with the test
        torture serve NAME          is a client that speaks the protocol, a line of JSON in and one out

        Levels: \(Level.allCases.map { "\($0.rawValue) \($0.summary)" }.joined(separator: "; ")).

        Exit status: 0; 1 if a program, a named recipe, or a recipe that has to keep the rules breaks one; 2 for mistakes
        in the arguments.

        """

    static func main() async {
        // A client that crashes closes its pipe, and so does a reader such as `head`: neither ends this process.
        signal(SIGPIPE, SIG_IGN)
        let code = await run(
            Array(CommandLine.arguments.dropFirst()), output: { write($0, to: .standardOutput) },
            errors: { write($0, to: .standardError) })
        exit(code)
    }

    /// Writes as long as there is a reader.
    private static func write(_ text: String, to file: FileHandle) { try? file.write(contentsOf: Data(text.utf8)) }

    /// - Returns: the exit status.
    static func run(_ words: [String], output: @Sendable (String) -> Void, errors: @Sendable (String) -> Void) async
        -> Int32
    {
        do {
            if words.contains("--help") || words.contains("-h") {
                output(help)
                return 0
            }
            switch words.first {
            case "clients": output(clients(try Words(words.dropFirst(), options: [], flags: [])))
            case "history": output(try history(words.dropFirst()))
            case "serve": try serve(words.dropFirst(), output)
            case "play": return try await PlayVerb.run(words.dropFirst(), output)
            default: return try await PlayVerb.run(words[...], output)
            }
            return 0
        } catch {
            errors("torture: error: \(error)\n")
            return error is UsageError ? 2 : 1
        }
    }

    private static func clients(_ words: Words) -> String {
        Contestant.all.map { "\($0.name.padded(to: 12))\($0.summary)\($0.isSound ? "" : " (breaks rules)")\n" }.joined()
    }

    private static func history(_ arguments: ArraySlice<String>) throws -> String {
        let words = try Words(arguments, options: ["--level", "--seed"], flags: ["--kept"])
        if words.has("--kept") { return History.keptNames.map { "\($0)\n" }.joined() }
        if let name = words.rest.first {
            try words.refuse(["--level", "--seed"], besides: "NAME")
            guard let history = try History(kept: name) else {
                throw UsageError(
                    "'\(name)' does not fit NAME; it must be one of \(History.keptNames.joined(separator: ", "))")
            }
            return history.text
        }
        let level = try words.levels().last ?? .restarts
        return History(level: level, seed: try words.number("--seed", atLeast: 0) ?? Words.firstSeed).text
    }

    private static func serve(_ arguments: ArraySlice<String>, _ output: (String) -> Void) throws {
        guard let name = try Words(arguments, options: [], flags: []).rest.first else {
            throw UsageError("NAME is missing; 'torture clients' lists the names")
        }
        let client = try Contestant.named(name, in: "NAME").client()
        var lines = LineReader(descriptor: 0)
        var number = 0
        while case .line(let line) = try lines.next() {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            output(try client.reply(to: line, number: number) + "\n")
        }
    }
}
