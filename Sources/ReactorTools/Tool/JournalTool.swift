public import Reactor
import ReactorRecording
import ReactorTerminal

/// A command-line tool for the recordings of one app, which shows, checks, cuts, compares and exports them.
///
/// ```swift
/// import Reactor
/// import ReactorRecording
///
/// enum DiaryTool {
///     static func run<Diary>(_ catalog: EventCatalog<Diary>, _ invariants: [Invariant<Diary>]) async {
///         await JournalTool(catalog, app: "diary", invariants: invariants).main()
///     }
/// }
/// ```
///
/// A separate program needs only `@main` and `main()` as above. A program with other commands calls ``run(_:as:)`` with the words
/// after its own word for the tool.
///
/// The tool changes no recording. Its exit code is 0 for success, 1 for a finding, 2 for invalid arguments, 3 for a recording
/// that cannot be read, and 130 after Ctrl-C.
public struct JournalTool<StateType: State & Codable>: Sendable {
    /// The catalog that decodes the events and states.
    public let catalog: EventCatalog<StateType>
    /// The name of the app in its recordings. Recordings of another app are refused.
    package let app: String
    /// The redactor. It applies to bug reports, and on request to other exports.
    public let redactor: Redactor
    /// The invariants of every state.
    package let invariants: [Invariant<StateType>]
    /// The versions of the app and its environment, for pages and reports.
    package let versions: [String: String]

    let added: [JournalVerb<StateType>]
    /// The default recording, or nil if the user must name one.
    package var ownRecording: (@Sendable (Arguments) throws -> String)?

    /// Creates a tool for the recordings of a catalog.
    ///
    /// - Parameters:
    ///   - catalog: The catalog that decodes the events and states.
    ///   - app: The name of the app in its recordings. Recordings of another app are refused.
    ///   - redactor: The redactor. It applies to bug reports, and on request to other exports.
    ///   - invariants: The invariants of every state.
    ///   - versions: The versions of the app and its environment by name, for pages and reports.
    ///   - verbs: Further subcommands. A subcommand with an existing name replaces it.
    public init(
        _ catalog: EventCatalog<StateType>, app: String, redactor: Redactor = .confidential,
        invariants: [Invariant<StateType>] = [], versions: [String: String] = [:],
        verbs: [JournalVerb<StateType>] = []
    ) {
        self.catalog = catalog
        self.app = app
        self.redactor = redactor
        self.invariants = invariants
        self.versions = versions
        added = verbs
    }

    /// Runs with the arguments of the process, and ends the process.
    public func main() async -> Never { await program.main() }

    /// Runs with these arguments and the streams of the process.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and its arguments, as in `["check", "--json", "sessions/1"]`.
    ///   - name: The words that start the tool, for its help and errors, as in `"diary journal"`. By default the name of the
    ///     running program.
    /// - Returns: The exit code for the process.
    public func run(_ arguments: [String], as name: String? = nil) async -> Int32 {
        await program(named: name).run(
            arguments, output: .standardOutput(), errors: .standardError(), interrupt: .signal()
        ).rawValue
    }
}

extension JournalTool {
    /// The tool as a separate program.
    package var program: Program { program(named: nil) }

    /// Returns the tool with this name, by default the name of the running program.
    package func program(named given: String?) -> Program {
        let running = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "\(app)-journal"
        let name = given ?? running
        return Program(
            name, version: versions[app] ?? "of \(app)",
            "Shows, checks and exports the recordings of \(app).", verbs: verbs(of: name))
    }

    /// Returns the subcommands as a part of another program: `diary journal check` for the program "diary" and the group
    /// "journal".
    ///
    /// - Parameter program: The words that start the program.
    package func verbs(of program: String, in group: String? = nil) -> [Verb] {
        let own = ownVerbs.filter { own in !added.contains { $0.name == own.name } }
        return (own + added).map { $0.verb(of: self, program: program, group: group) }
    }

    private var ownVerbs: [JournalVerb<StateType>] {
        [
            .show, .check, .why, .bisect, .minimise, .inspect, .bugReport, .schema, .salvage,
        ]
    }
}
