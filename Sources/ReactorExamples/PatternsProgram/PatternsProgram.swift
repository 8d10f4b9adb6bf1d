import ExamplePatterns
import Reactor
import ReactorOffline
import ReactorPlatform
import ReactorRecording
import ReactorServices
import ReactorTerminal
import ReactorTools

@main
enum PatternsProgram {
    static let version = "0.1.0"
    static let program = makeProgram { getenv($0).map { String(cString: $0) } }

    /// Creates the program. `variable` returns a variable of the process environment.
    static func makeProgram(_ variable: @escaping @Sendable (String) -> String?) -> Program {
        let play = Verb(
            "play", "play the story (default subcommand)", options: RunVerb.options
        ) { console in
            try await RunVerb.run(try Script(Script.story, from: "the story"), console, variable)
        }
        let run = Verb(
            "run", "play a script with one step per line", discussion: RunVerb.discussion,
            positionals: [RunVerb.script],
            options: RunVerb.options
        ) { console in
            try await RunVerb.run(try RunVerb.read(console), console, variable)
        }
        return Program(
            "patterns", version: version,
            "A todo app in the terminal, with a list, a search, a form, errors, screens and servers.",
            verbs: [play, run] + TodoApp.tool(version: version).verbs(of: "patterns", in: "journal"), defaultVerb: play)
    }

    static func main() async { await program.main() }
}

/// The subcommands `patterns [play]` and `patterns run FILE`.
enum RunVerb {
    static let script = Positional("FILE", "a file of steps; - for standard input")
    static let environment = Option.value("environment", "NAME", "production or staging")
    static let settings = Option.value("settings", "DIR", "keep the settings in this folder")
    static let json = Option.flag("json", "show the state as JSON after each step, one line each")
    static let recording = Option.value(
        "record", "DIR", "keep a recording of the app, in a folder that is empty or not there yet")
    static let options = [environment, settings, recording, json]
    /// The variable that chooses the environment if no argument does.
    static let variable = "PATTERNS_ENVIRONMENT"

    static let discussion =
        "Steps:\n" + Step.help.map { "  \($0.form.padded(to: 24))\($0.summary)\n" }.joined()
        + "\nThe servers are in memory. Without --environment, the variable \(variable) names the server."

    static func read(_ console: Console) throws -> Script {
        let path = try console.arguments.value(of: script)
        guard let text = String(validating: try Input.bytes(path), as: UTF8.self) else { throw NoTextError(path: path) }
        return try Script(text, from: path)
    }

    static func run(
        _ script: Script, _ console: Console, _ variable: (String) -> String?
    ) async throws {
        let environments = try Demo.environments()
        let environment = try chosen(environments, console.arguments[environment], variable(Self.variable))
        let settings = try await StoredSettings(console.arguments[Self.settings])
        let server = DemoServer(Demo.todos)
        let servers = ConnectedServers(environments, network: server.network) { [core = settings.core] in
            await core.read { $0.accessKey.revealed }
        }
        let app = try await StoredApp(
            console.arguments[recording], environment: environment.name, servers: servers)
        let player = await Player(
            app: app.core, settings: settings.core, server: server, output: console.output,
            asJSON: console.arguments.has(json))
        do {
            try await player.play(script)
        } catch {
            try? await app.close()
            try? await settings.close()
            throw error
        }
        try await app.close()
        try await settings.close()
    }

    private static func chosen(
        _ environments: ServerEnvironments, _ argument: String?, _ variable: String?
    ) throws -> ServerEnvironment {
        do {
            return try environments.chosen(argument: argument, variable: variable)
        } catch {
            let names = environments.all.map(\.name.rawValue).joined(separator: " or ")
            throw UsageError.invalidValue(
                argument ?? variable ?? "", of: argument == nil ? Self.variable : environment.name, expected: names)
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}

/// The demonstration: two in-memory servers, each with its own todos.
enum Demo {
    static func environments() throws -> ServerEnvironments {
        ServerEnvironments(
            ServerEnvironment("production", at: try BaseURL("https://todos.test")),
            ServerEnvironment("staging", at: try BaseURL("https://staging.todos.test")))
    }

    static let todos = [
        "todos.test": [
            Todo(id: 1, title: "Buy milk", note: "Two bottles."), Todo(id: 2, title: "Call Ada"),
            Todo(id: 3, title: "Water the plants"),
        ],
        "staging.todos.test": [Todo(id: 1, title: "Try the new form")],
    ]
}
