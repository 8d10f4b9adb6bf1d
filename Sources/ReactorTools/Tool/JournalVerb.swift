public import Reactor
import ReactorRecording
import ReactorTerminal

/// One thing that a ``JournalTool`` does with recordings.
///
/// A package may bring verbs of its own:
///
/// ```swift
/// import Reactor
/// import ReactorRecording
///
/// func whose<App>() -> JournalVerb<App> {
///     let long = VerbOption.flag("long", "with the journal that it is of")
///     return JournalVerb("apps", "say whose recording it is", options: [long]) { call in
///         let header = try call.recording().header
///         try call.print(call.has(long) ? "\(header.app): \(header.id)" : header.app)
///     }
/// }
/// ```
public struct JournalVerb<StateType: State & Codable>: Sendable {
    /// What the user types.
    public let name: String
    let summary: String
    let discussion: String
    let recordings: RecordingsOfVerb
    let options: [Option]
    let run: @Sendable (JournalCall<StateType>) async throws -> Void

    /// A verb.
    ///
    /// - Parameters:
    ///   - name: what the user types.
    ///   - summary: one line of help.
    ///   - discussion: more to know, below the options. Lines that begin with a space are examples and stay as they are;
    ///     `{tool}` stands for what the user types to start the tool.
    ///   - takesSeveral: whether several recordings may be named.
    ///   - options: what the verb takes besides the recordings.
    ///   - run: does it. A ``JournalFinding`` that it throws ends the tool with 1, what a recording throws with 3. Ctrl-C
    ///     cancels its task.
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

/// How many recordings a verb looks at.
enum RecordingsOfVerb: Sendable {
    case none
    case one
    case several
}

/// An option of a ``JournalVerb``, such as `--long`.
public struct VerbOption: Sendable {
    let option: Option

    /// An option that is there or not.
    public static func flag(_ name: String, _ summary: String) -> VerbOption {
        VerbOption(option: .flag(name, summary))
    }

    /// An option with a value: `--to N`.
    public static func value(_ name: String, _ placeholder: String, _ summary: String) -> VerbOption {
        VerbOption(option: .value(name, placeholder, summary))
    }
}

/// Something that a verb was to look for and found: the tool says it and ends with 1.
public struct JournalFinding: Error, Hashable, Sendable {
    /// What was found.
    public let reason: String

    /// A finding in the words of the user.
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
                tool: tool, console: console, program: program, command: command, positional: positional)
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
