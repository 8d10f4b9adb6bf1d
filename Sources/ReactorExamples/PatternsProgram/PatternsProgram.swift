import Patterns
import Reactor
import ReactorRecording
import ReactorServices
import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@main
enum PatternsProgram {
    static let program = makeProgram { getenv($0).map { String(cString: $0) } }

    /// The program, where `variable` reads the process environment.
    static func makeProgram(_ variable: @escaping @Sendable (String) -> String?) -> Program {
        let play = Verb(
            "play", "play the story; the same as no arguments", options: RunVerb.options
        ) { console in
            try await RunVerb.run(try Script(Script.story, from: "the story"), console, variable)
        }
        let run = Verb(
            "run", "play a script, one step a line", discussion: RunVerb.discussion, positionals: [RunVerb.script],
            options: RunVerb.options
        ) { console in
            try await RunVerb.run(try RunVerb.read(console), console, variable)
        }
        return Program(
            "patterns", version: "0.1.0",
            "A todo app in text: a list, a search, a form, errors, screens and servers, each from a state.",
            verbs: [play, run], defaultVerb: play)
    }

    static func main() async { await program.main() }
}
