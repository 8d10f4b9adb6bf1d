public import Reactor
public import ReactorRecording
import ReactorTerminal

/// The context of a running ``JournalVerb``: the recordings and options, and the output.
public struct JournalCall<StateType: State & Codable>: Sendable {
    /// The tool of the subcommand.
    public let tool: JournalTool<StateType>
    /// The arguments and the streams.
    let console: Console
    /// The words that start the tool: `diary-journal`, `diary journal`.
    let command: String
    let program: String
    let positional: Positional?

    /// Whether the option was given.
    public func has(_ option: VerbOption) -> Bool { console.arguments.has(option.option) }

    /// The value of an option, or nil.
    public subscript(option: VerbOption) -> String? { console.arguments[option.option] }

    /// Writes a line to standard output. Escape data in it with ``TerminalText``.
    public func print(_ line: String) throws { try console.output.line(line) }

    /// Writes a note for the user to standard error.
    public func note(_ text: String) throws { try console.errors.line("\(program): note: \(text.escaped())") }

    /// Opens the recording in the arguments.
    ///
    /// The recording ends early if the task is cancelled, so that Ctrl-C ends a loop over it.
    ///
    /// - Throws: ``ReplayError`` if there is none, or if it belongs to another app.
    public func recording() throws -> any RecordingSource { try opened(path()) }

    /// Opens one of several recordings in the arguments. It ends early as ``recording()`` does.
    ///
    /// - Parameter path: One of ``paths()``.
    /// - Throws: ``ReplayError`` if there is none, or if it belongs to another app.
    public func recording(at path: String) throws -> any RecordingSource { try opened(path) }

    /// Returns the paths of the recordings in the arguments. If the subcommand takes several, a folder without segments is
    /// replaced by the recordings in it.
    public func paths() throws -> [String] {
        var paths = positional.map { console.arguments.all($0) } ?? []
        if paths.isEmpty, let own = try tool.ownRecording?(console.arguments) { paths = [own] }
        guard !paths.isEmpty else { throw UsageError.missingPositional(JournalVerb<StateType>.recording) }
        if paths.contains("-") {
            throw UsageError.invalidValue(
                "-", of: JournalVerb<StateType>.recording,
                expected: "a folder or a file: it is read more than once, so save standard input to a file first")
        }
        return positional?.presence == .repeated ? try paths.flatMap(RecordingFolder.recordings) : paths
    }
}

extension JournalCall {
    /// Whether another program sends the recordings on standard input.
    var readsRequests: Bool { positional.map { console.arguments.all($0) } == ["-"] }

    /// Whether the path itself is in the arguments, and not only its folder.
    func isNamed(_ path: String) -> Bool { positional.map { console.arguments.all($0).contains(path) } ?? false }

    func path() throws -> String { try paths()[0] }

    /// Opens the recording at a path.
    ///
    /// - Throws: ``ReplayError`` if there is none, or if it belongs to another app.
    func opened(_ path: String) throws -> OpenedRecording {
        let recording = try OpenedRecording(RecordingFile(path: path))
        try check(recording.header, of: path)
        return recording
    }

    /// Throws if a recording belongs to another app.
    func check(_ header: JournalHeader, of path: String) throws(ReplayError) {
        guard header.app == tool.app else {
            throw .journal(.otherApp(file: path, found: header.app, expected: tool.app))
        }
    }

    /// Returns the path of `-o`, or nil for standard output.
    ///
    /// - Throws: ``ToolError/recordingInPlace(_:)`` if the path is a recording, which is never replaced;
    ///   ``ToolError/insideJournal(_:)``.
    func target() throws -> String? {
        guard let path = console.arguments[.out], path != "-" else { return nil }
        if case .header? = try? RecordingFile.firstLine(of: path) { throw ToolError.recordingInPlace(path) }
        try Self.refuseInsideJournal(path)
        return path
    }

    /// - Throws: ``ToolError/insideJournal(_:)`` for a path in a journal's folder, because the file could have the name of a
    ///   segment.
    static func refuseInsideJournal(_ path: String) throws {
        let folder = JournalFolder(Path.parent(of: path))
        if let segments = try? folder.segments(SystemFileSystem()), !segments.isEmpty {
            throw ToolError.insideJournal(path)
        }
    }

    /// Whether the output is one JSON line for each result.
    var asJSON: Bool { console.arguments.has(.json) }

    func print(_ json: JSON) throws {
        try console.output.line(console.output.screen.shown(json.compact))
    }

    /// Writes a file with a result. If that fails, it writes the result to standard error, so that a result of a long search is
    /// not lost.
    ///
    /// - Throws: ``SystemError``.
    func write(_ bytes: [UInt8], found path: String) throws {
        do {
            try WholeFile.write(bytes, to: path)
        } catch {
            try note("\(path) cannot be written, so its content is printed here; copy it, or name another path")
            let text = String(decoding: bytes, as: UTF8.self)
            try console.errors.line(console.errors.screen.shown(text, keeping: ["\n"]))
            throw error
        }
    }

    /// Writes an error to standard error, and continues.
    func complain(_ error: ToolError) throws {
        try console.errors.line("\(program): \(console.errors.screen.styled("error:", .red)) \(error)")
    }

    /// Reports a recording that is left out.
    ///
    /// - Returns: The smallest exit code of the program.
    /// - Throws: An error that does not concern a recording.
    func leaveOut(_ path: String, _ error: any Error) throws -> ExitCode {
        guard let error = toolError(error) else { throw error }
        try complain(.recordingLeftOut(path, error.description))
        return error.isDamage ? .failed : .unreadable
    }

    /// Converts the error of a recording, without secrets if they must be redacted, or returns nil for another error.
    func toolError(_ error: any Error) -> ToolError? {
        let error = ToolError(error)
        return console.arguments.has(.redacted) ? error?.withoutValues : error
    }

    /// Returns the error that ends the program. With `--json` it is also written as a JSON line.
    func reported(_ error: any Error) throws -> any Error {
        if Task.isCancelled { return CancellationError() }
        guard let error = toolError(error) else { return error }
        if asJSON { try print(["error": .string("\(error)")]) }
        return error
    }
}

extension ExitCode {
    /// Returns the more severe exit code: unreadable before failed.
    func worse(_ other: ExitCode) -> ExitCode {
        self == .unreadable || other == .unreadable ? .unreadable : self == .ok ? other : self
    }
}

extension RecordingFile {
    fileprivate static func firstLine(of path: String) throws -> JournalLine? {
        var reader = try RecordingReader(path: path)
        return try reader.next()
    }
}

/// A recording that ends early if the reading task is cancelled.
struct OpenedRecording: RecordingSource {
    private let file: RecordingFile

    init(_ file: RecordingFile) { self.file = file }

    var path: String { file.path }
    var header: JournalHeader { file.header }
    var _content: _RecordingContent {
        _RecordingContent(header) { seq throws(ReplayError) in try lines(after: seq) }
    }

    func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines {
        var lines = try file.lines(after: seq)
        return RecordingLines { () throws(ReplayError) in Task.isCancelled ? nil : try lines.next() }
    }
}

// The options of the built-in subcommands.
extension Option {
    static let json = Option.flag("json", "print one JSON object per result")
    static let last = Option.value("last", "N", "the number of newest entries")
    static let out = Option.short("o", "FILE", "the output file; - is standard output")
    static let redacted = Option.flag("redacted", "redact secrets")
}
