public import Reactor
import ReactorRecording
import ReactorTerminal

/// A command-line tool for the recordings of one app: it shows, checks, cuts, compares and exports them.
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
/// In a program of its own that is all there is: `@main`, and `main()` as above. A program that has other commands calls
/// ``run(_:as:)`` with what stands behind its own word for the tool.
///
/// The tool changes no recording. It ends with 0 when all is well, 1 when something was found, 2 when it does not
/// understand its arguments, 3 when something cannot be read, and 130 after Ctrl-C.
public struct JournalTool<StateType: State & Codable>: Sendable {
    /// Reads the events and states of the recordings.
    public let catalog: EventCatalog<StateType>
    /// The name that the app gives its recordings. Recordings of another app are refused.
    public let app: String
    /// What is secret. A bug report leaves it out, and other exports where they are asked to.
    public let redactor: Redactor
    /// What is true of every state.
    public let invariants: [Invariant<StateType>]
    /// The versions of what runs, which pages and reports show.
    public let versions: [String: String]

    let added: [JournalVerb<StateType>]
    /// The recording that is meant when none is named; nil where one has to be.
    package var ownRecording: (@Sendable (Arguments) throws -> String)?

    /// A tool for the recordings that the catalog reads.
    ///
    /// - Parameters:
    ///   - catalog: reads the events and states of the recordings.
    ///   - app: the name that the app gives its recordings. Recordings of another app are refused.
    ///   - redactor: what is secret. A bug report leaves it out, and other exports where they are asked to.
    ///   - invariants: what is true of every state.
    ///   - versions: the versions of what runs, by name, which pages and reports show.
    ///   - verbs: what this tool can do besides. A verb whose name the tool has already takes its place.
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
    ///   - arguments: the verb and what follows it, as in `["check", "--json", "sessions/1"]`.
    ///   - name: what the user types to start the tool, for its help and its errors, as in `"diary journal"`; nil takes the
    ///     name of the program that runs.
    /// - Returns: the code that the process should end with.
    public func run(_ arguments: [String], as name: String? = nil) async -> Int32 {
        await program(named: name).run(
            arguments, output: .standardOutput(), errors: .standardError(), interrupt: .signal()
        ).rawValue
    }
}

extension JournalTool {
    /// The tool as a program of its own.
    package var program: Program { program(named: nil) }

    /// The tool under this name; nil takes the name of the program that runs.
    package func program(named given: String?) -> Program {
        let running = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "\(app)-journal"
        let name = given ?? running
        return Program(
            name, version: versions[app] ?? "of \(app)",
            "Shows, checks and exports the recordings of \(app).", verbs: verbs(of: name))
    }

    /// The verbs as a part of another program: `diary journal check` for the program "diary" and the group
    /// "journal".
    ///
    /// - Parameter program: what the user types to start it.
    package func verbs(of program: String, in group: String? = nil) -> [Verb] {
        let own = ownVerbs.filter { own in !added.contains { $0.name == own.name } }
        return (own + added).map { $0.verb(of: self, program: program, group: group) }
    }

    private var ownVerbs: [JournalVerb<StateType>] {
        [
            .show, .check, .why, .bisect, .minimise, .inspect, .bugReport, .table, .schema, .salvage,
        ]
    }
}
