public import Reactor
import ReactorRecording
import ReactorTerminal

/// A subcommand of a ``JournalTool``.
///
/// A package can define its own subcommands:
///
/// ```swift
/// import Reactor
/// import ReactorRecording
///
/// func counted<App>() -> JournalVerb<App> {
///     let long = VerbOption.flag("long", "with the name of each event")
///     return JournalVerb("count", "count the entries of a recording", options: [long]) { call in
///         var names: [String] = []
///         try call.recording().forEachEntry { entry in names.append(entry.event?.name ?? "-") }
///         try call.print(call.has(long) ? names.joined(separator: ", ") : "\(names.count)")
///     }
/// }
/// ```
public struct JournalVerb<StateType: State & Codable>: Sendable {
    /// The name of the subcommand.
    package let name: String
    let summary: String
    let discussion: String
    let recordings: RecordingsOfVerb
    let options: [Option]
    let run: @Sendable (JournalCall<StateType>) async throws -> Void

    /// Creates a subcommand.
    ///
    /// - Parameters:
    ///   - name: The name of the subcommand.
    ///   - summary: One line of help.
    ///   - discussion: A longer description, below the options. Lines that begin with a space are examples and stay unchanged;
    ///     `{tool}` is replaced with the words that start the tool.
    ///   - takesSeveral: Whether the subcommand takes several recordings.
    ///   - options: The options of the subcommand.
    ///   - run: The function of the subcommand. If it throws a ``JournalFinding``, the exit code is 1; for the error of a
    ///     recording it is 3. Ctrl-C cancels its task.
    public init(
        _ name: String, _ summary: String, discussion: String = "", takesSeveral: Bool = false,
        options: [VerbOption] = [], run: @escaping @Sendable (JournalCall<StateType>) async throws -> Void
    ) {
        self.init(
            name, summary, discussion: discussion, recordings: takesSeveral ? .several : .one,
            options: options.map(\.option), run: run)
    }

    init(
        _ name: String, _ summary: String, discussion: String = "", recordings: RecordingsOfVerb = .one,
        options: [Option], run: @escaping @Sendable (JournalCall<StateType>) async throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.recordings = recordings
        self.options = options
        self.run = run
    }
}

/// The number of recordings that a subcommand takes.
enum RecordingsOfVerb: Sendable {
    case none
    case one
    case several
}

/// An option of a ``JournalVerb``, such as `--long`.
public struct VerbOption: Sendable {
    let option: Option

    /// Returns an option without a value.
    public static func flag(_ name: String, _ summary: String) -> VerbOption {
        VerbOption(option: .flag(name, summary))
    }

    /// Returns an option with a value: `--to N`.
    public static func value(_ name: String, _ placeholder: String, _ summary: String) -> VerbOption {
        VerbOption(option: .value(name, placeholder, summary))
    }
}

/// A finding of a subcommand, which is printed and makes the exit code 1.
public struct JournalFinding: Error, Hashable, Sendable {
    /// The text of the finding.
    package let reason: String

    /// Creates a finding with a text for the user.
    public init(_ reason: String) { self.reason = reason }
}

extension JournalVerb {
    func verb(of tool: JournalTool<StateType>, program: String, group: String?) -> Verb {
        let command = group.map { "\(program) \($0)" } ?? program
        let positional = positional(of: tool)
        return Verb(
            group.map { "\($0) \(name)" } ?? name, summary,
            discussion: discussion.replacing("{tool}", with: command),
            positionals: positional.map { [$0] } ?? [], options: options
        ) { console in
            let call = JournalCall(
                tool: tool, console: console, command: command, program: program, positional: positional)
            do {
                try await run(call)
            } catch {
                throw try call.reported(error)
            }
        }
    }

    private func positional(of tool: JournalTool<StateType>) -> Positional? {
        let own = tool.ownRecording == nil ? "" : "; your own otherwise"
        return switch recordings {
        case .none: nil
        case .one:
            Positional(
                Self.recording, "a folder of segments, or one file\(own)",
                tool.ownRecording == nil ? .required : .optional)
        case .several: Positional(Self.recording, "folders of segments, or single files\(own)", .repeated)
        }
    }

    static var recording: String { "RECORDING" }
}
