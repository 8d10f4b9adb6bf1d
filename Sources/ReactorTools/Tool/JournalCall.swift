public import Reactor
public import ReactorRecording
import ReactorTerminal

/// What a ``JournalVerb`` has while it runs: the recordings and options that the user named, and where it may write.
public struct JournalCall<StateType: State & Codable>: Sendable {
    /// The tool that it is a verb of.
    public let tool: JournalTool<StateType>
    /// The arguments and the streams.
    let console: Console
    /// The words that start the tool: `diary-journal`, `diary journal`.
    let command: String
    private let program: String
    private let positional: Positional?

    init(
        tool: JournalTool<StateType>, console: Console, program: String, command: String, positional: Positional?
    ) {
        self.tool = tool
        self.console = console
        self.program = program
        self.command = command
        self.positional = positional
    }

    /// Whether the option was given.
    public func has(_ option: VerbOption) -> Bool { console.arguments.has(option.option) }

    /// The value of an option that was given.
    public subscript(option: VerbOption) -> String? { console.arguments[option.option] }

    /// Writes a line to standard output. What comes from data in it is the caller's to escape with ``TerminalText``.
    public func print(_ line: String) throws { try console.output.line(line) }

    /// Writes something to standard error that a person should know, and that is no error.
    public func note(_ text: String) throws { try console.errors.line("\(program): note: \(text.escaped())") }

    /// The recording that was named.
    ///
    /// It ends early when the task is cancelled, so that Ctrl-C ends what reads it.
    ///
    /// - Throws: ``ReplayError`` when there is none, or one of another app.
    public func recording() throws -> any RecordingSource { try opened(path()) }

    /// One of the recordings that were named, for a verb that takes several. It ends early as ``recording()`` does.
    ///
    /// - Parameter path: one of ``paths()``.
    /// - Throws: ``ReplayError/journal(_:)`` when there is none, or one of another app.
    public func recording(at path: String) throws -> any RecordingSource { try opened(path) }

    /// The paths of the recordings that were named. A verb that takes several is given, for a folder without segments, each
    /// recording in it.
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
    /// Whether the recordings are named on standard input, by another program.
    var readsRequests: Bool { positional.map { console.arguments.all($0) } == ["-"] }

    /// Whether the recording was named itself, and not the folder that it is in.
    func isNamed(_ path: String) -> Bool { positional.map { console.arguments.all($0).contains(path) } ?? false }

    func path() throws -> String { try paths()[0] }

    /// The recording at a path.
    ///
    /// - Throws: ``ReplayError`` when there is none, or one of another app.
    func opened(_ path: String) throws -> OpenedRecording {
        let recording = try OpenedRecording(RecordingFile(path: path))
        try check(recording.header, of: path)
        return recording
    }

    /// Throws for a recording of another app.
    func check(_ header: JournalHeader, of path: String) throws(ReplayError) {
        guard header.app == tool.app else {
            throw .journal(.otherApp(file: path, found: header.app, expected: tool.app))
        }
    }

    /// Where `-o` says to write; nil for standard output.
    ///
    /// - Throws: ``ToolError/recordingInPlace(_:)`` for a recording, which nothing replaces; ``ToolError/insideJournal(_:)``.
    func target() throws -> String? {
        guard let path = console.arguments[.out], path != "-" else { return nil }
        if case .header? = try? RecordingFile.firstLine(of: path) { throw ToolError.recordingInPlace(path) }
        try Self.refuseInsideJournal(path)
        return path
    }

    /// - Throws: ``ToolError/insideJournal(_:)`` for a path in the folder of a journal: a file with the name of a segment would be
    ///   taken for one.
    static func refuseInsideJournal(_ path: String) throws {
        let folder = JournalFolder(Path.parent(of: path))
        if let segments = try? folder.segments(SystemFileSystem()), !segments.isEmpty {
            throw ToolError.insideJournal(path)
        }
    }

    /// Whether what is printed is for programs: one JSON line a result.
    var asJSON: Bool { console.arguments.has(.json) }

    /// Writes one JSON line.
    func print(_ json: JSON) throws {
        try console.output.line(console.output.screen.shown(json.compact))
    }

    /// Writes a file of what was found. Where it cannot be written it stands on standard error: what took long to find is not
    /// lost for that.
    ///
    /// - Throws: ``SystemError``.
    func write(_ bytes: [UInt8], found path: String) throws {
        do {
            try WholeFile.write(bytes, to: path)
        } catch {
            try note("\(path) cannot be written, so what belongs there stands here; copy it, or name another place")
            let text = String(decoding: bytes, as: UTF8.self)
            try console.errors.line(console.errors.screen.shown(text, keeping: ["\n"]))
            throw error
        }
    }

    /// Says on standard error what is wrong, and goes on.
    func complain(_ error: ToolError) throws {
        try console.errors.line("\(program): \(console.errors.screen.styled("error:", .red)) \(error)")
    }

    /// Names a recording that is left out of several.
    ///
    /// - Returns: what the program ends with at least.
    /// - Throws: what is no error of a recording.
    func leaveOut(_ path: String, _ error: any Error) throws -> ExitCode {
        guard let error = toolError(error) else { throw error }
        try complain(.recordingLeftOut(path, error.description))
        return error.isDamage ? .failed : .unreadable
    }

    /// What a recording throws, in the words of the tool, and without secrets where they are to be blotted out; nil for what is
    /// no error of a recording.
    func toolError(_ error: any Error) -> ToolError? {
        let error = ToolError(error)
        return console.arguments.has(.redacted) ? error?.withoutValues : error
    }

    /// The error that ends the program. For programs it is a JSON line as well.
    func reported(_ error: any Error) throws -> any Error {
        if Task.isCancelled { return CancellationError() }
        guard let error = toolError(error) else { return error }
        if asJSON { try print(["error": .string("\(error)")]) }
        return error
    }
}

extension ExitCode {
    /// The one of the two that says more: that something could not be read, before that something failed.
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

/// A recording that ends early when the task is cancelled that reads it.
struct OpenedRecording: RecordingSource {
    private let file: RecordingFile

    init(_ file: RecordingFile) { self.file = file }

    var path: String { file.path }
    var header: JournalHeader { file.header }

    func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines {
        var lines = try file.lines(after: seq)
        return RecordingLines { () throws(ReplayError) in Task.isCancelled ? nil : try lines.next() }
    }
}
