import Foundation
import ExamplePatterns
import PlantedApps
import ReactorRecording
import ReactorTools
import ExampleWeightLogCore

/// The journal tool of an app whose reducer has the bug with a number, or none: two builds in one.
///
///     planted-tool APP --plant N VERB …
///
/// With `--prints` before the subcommand the reducer prints, too, and with `--also N` it has a second bug.
///
/// In addition to the subcommands of the journal tool there are `generate FOLDER COUNT ENTRIES SEED`, which writes sessions
/// without a bug, `oracle FOLDER COUNT ENTRIES SEED`, which names the sessions that the bug changes, `bugs`, and `live FOLDER
/// SESSION position|payload`, which repeats a session in a core with a journal and a flight recorder.
@main
struct PlantedTool {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 3, arguments[1] == "--plant", let number = Int(arguments[2]) else {
            fatalError("usage: planted-tool weightlog|patterns|board --plant N VERB ...")
        }
        Planting.number = number
        Planting.prints = arguments[3] == "--prints"
        if arguments[3] == "--also" { Planting.also = Int(arguments[4]) ?? 0 }
        let rest = Array(arguments.dropFirst(Planting.prints ? 4 : Planting.also > 0 ? 5 : 3))
        switch arguments[0] {
        case Weights.name: await run(Weights.self, rest)
        case Board.name: await run(Board.self, rest)
        default: await run(TodoApp.self, rest)
        }
    }

    private static func run<App: PlantableState>(_ app: App.Type, _ arguments: [String]) async {
        do {
            switch arguments.first {
            case "bugs":
                for (index, bug) in App.bugs.enumerated() {
                    print(index + 1, bug.isCrash ? "crash" : "wrong", bug.title)
                }
            case "generate", "oracle": try sessions(app, arguments)
            case "live": try await live(app, arguments)
            default: break
            }
        } catch {
            fatalError("\(error)")
        }
        if ["bugs", "generate", "oracle", "live"].contains(arguments.first) { exit(0) }
        let tool = JournalTool(Planted<App>.catalog, app: App.name, invariants: Planted<App>.invariants)
        exit(await tool.run(arguments))
    }

    private static func live<App: PlantableState>(_ app: App.Type, _ arguments: [String]) async throws {
        guard arguments.count == 4 else { fatalError("usage: live FOLDER SESSION position|payload") }
        let flight: FlightRecorder =
            arguments[3] == "position" ? .position : .payload(.last(2_000, bytes: 200_000))
        let session = LiveSession<App>(recording: try Recording(path: arguments[2]), flight: flight)
        try await session.play(into: arguments[1])
    }

    private static func sessions<App: PlantableState>(_ app: App.Type, _ arguments: [String]) throws {
        guard arguments.count == 5, let count = Int(arguments[2]), let entries = Int(arguments[3]),
            let seed = UInt64(arguments[4])
        else { fatalError("usage: generate|oracle FOLDER COUNT ENTRIES SEED") }
        for number in 0..<count {
            let draft = try App.session(seed: seed + UInt64(number), count: entries)
            let name = "\(App.name)-\(seed + UInt64(number)).jsonl"
            if arguments[0] == "generate" {
                let bytes = try draft.bytes(digestsEvery: 25, app)
                try Data(bytes).write(to: URL(filePath: "\(arguments[1])/\(name)"))
            } else if try Oracle.isChanged(draft, app) {
                print(name)
            }
        }
    }
}
