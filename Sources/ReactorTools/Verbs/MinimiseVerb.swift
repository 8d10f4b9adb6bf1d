import Reactor
import ReactorPlatform
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var minimise: JournalVerb {
        JournalVerb(
            "minimise", "shrink a recording to the fewest entries that still fail",
            discussion: """
                Without an option, minimise looks for the first broken invariant of the app. --breaks, --when, --impure and --crash look for
                another kind of failure; use at most one of them. It removes entries, resolves predictions and simplifies values, as long as the
                failure still happens. The recording is not changed. Press Ctrl-C to stop with the smallest recording so far.

                Examples:

                  Turn a crash report into a failing test:
                    {tool} minimise report.json --crash --test Crash.swift

                  Keep the shortest recording with more than nine rows:
                    {tool} minimise DIR --when '/rows count > 9' -o s.jsonl

                RECORDING can be a bug report. With --crash and a journal folder, the steps in the flight recorder after the last entry are
                included. A PREDICATE has the form that bisect accepts. With -o -, standard output contains only the recording.

                Exit status: 0 if the failure was found, 1 if not.
                """,
            options: [
                .breaks, .when, .impure, .crash, .out, .test, .catalogName, .json,
            ]
        ) { call in try MinimiseCall(call).run() }
    }
}

extension Option {
    static let impure = Option.flag("impure", "two replays reach different states")
    static let crash = Option.flag(
        "crash", "the app crashes or hangs; it is replayed in a separate process")
    static let test = Option.value("test", "FILE", "write a Swift Testing file that fails for the same reason")
    static let catalogName = Option.value(
        "catalog", "MODULE.NAME", "the catalog in the test (default: STATE.catalog)")
}

/// A run of the subcommand.
private struct MinimiseCall<StateType: State & Codable> {
    private let call: JournalCall<StateType>
    private let testFile: String?
    private let target: String?
    /// Whether the recording goes to standard output, so that messages go to standard error.
    private let writesRecording: Bool

    init(_ call: JournalCall<StateType>) throws {
        self.call = call
        testFile = call.console.arguments[.test]
        target = try call.target()
        writesRecording = call.console.arguments[.out] == "-"
        if writesRecording && call.asJSON {
            throw UsageError.conflict(
                "\(Option.out.name) -", Option.json.name, reason: "standard output is one or the other")
        }
        if let testFile, TestName(testFile) == nil {
            throw UsageError.invalidValue(
                testFile, of: Option.test.name, expected: "a file whose name is that of a type, as Crash412.swift")
        }
        if let testFile {
            try JournalCall<StateType>.refuseInsideJournal(testFile)
            let (beside, files) = (Self.recording(beside: testFile), SystemFileSystem())
            if let there = try? files.identity(of: beside), try there == files.identity(of: call.path()) {
                throw ToolError.recordingInPlace(beside)
            }
        }
        // Before the replay, which may take long.
        if let name = call.console.arguments[.catalogName], name.split(separator: ".").count < 3 {
            throw UsageError.invalidValue(
                name, of: Option.catalogName.name, expected: "a module and the catalog in it, as Diary.Entries.catalog")
        }
        for path in [testFile, target].compactMap(\.self) { try Self.checkFolder(of: path) }
    }

    func run() throws {
        let crashed = try call.crashed()
        let source = try crashed?.recording() ?? call.recordingOrReport()
        let judge = try ChosenJudge(call)
        let progress = call.console.progress()
        defer { progress.end() }
        progress.show("replaying")
        var minimisation: Minimisation
        do {
            minimisation = try Minimisation(of: source, catalog: call.tool.catalog, judge: judge.judge)
        } catch MinimiseError.nothingFound(let entries) {
            let error = MinimiseError.nothingFound(entries: entries)
            let reason = call.console.arguments.has(.crash) ? error.nothingDied : "\(error)"
            throw JournalFinding(crashed?.nothingFound ?? reason)
        }
        var interruption: CancellationError?
        do {
            try minimisation.run { minimisation in
                progress.show(
                    "\(minimisation.smallest.entries.count) of \(minimisation.entriesBefore) entries, "
                        + "\(minimisation.replays) replays")
            }
        } catch let error as CancellationError {
            interruption = error
        }
        progress.end()
        try report(minimisation, judge.finding(in: minimisation.smallest), isEnd: interruption == nil)
        if let interruption { throw interruption }
    }

    /// - Throws: ``SystemError`` if no file can be created in its folder.
    private static func checkFolder(of path: String) throws {
        let folder = Path.parent(of: path)
        guard access("\(folder)/.", W_OK) == 0 else { throw SystemError(call: "access", path: folder, code: errno) }
    }

    /// Returns the path of the recording that a test replays.
    private static func recording(beside test: String) -> String { "\(test.dropLast(".swift".count)).jsonl" }

    private func report(
        _ minimisation: Minimisation, _ finding: FailingTest.Failure, isEnd: Bool
    ) throws {
        let draft = minimisation.smallest
        if writesRecording { try call.console.output.write(draft.bytes()) }
        // The result is printed even if a file cannot be written.
        let recording = Result { if let target { try call.write(draft.bytes(), found: target) } }
        let test = Result { if let testFile { try write(minimisation, finding, to: testFile) } }
        try say(minimisation, finding, isEnd: isEnd)
        try recording.get()
        try test.get()
    }

    private func say(_ minimisation: Minimisation, _ finding: FailingTest.Failure, isEnd: Bool) throws {
        let draft = minimisation.smallest
        if call.asJSON {
            try call.print([
                "entries_before": .number(JSON.Number(minimisation.entriesBefore)),
                "entries": .number(JSON.Number(draft.entries.count)),
                "replays": .number(JSON.Number(minimisation.replays)), "ended": .bool(isEnd),
                "found": .string(finding.text),
                "events": .array(draft.entries.map { .string($0.eventText) }),
            ])
            return
        }
        let counts =
            "\(minimisation.entriesBefore.counted("entry", "entries")) → \(draft.entries.count) in "
            + "\(minimisation.replays.counted("replay"))"
        let interrupted = isEnd ? "" : ", interrupted"
        let words = writesRecording ? call.console.errors : call.console.output
        // A crash is reported with its event, which differs from the last one if events were applied again.
        let isNamed = finding.event != nil && finding.event == draft.entries.last?.event?.name
        let last = isNamed ? "" : ", \(draft.entries.last?.eventText ?? "the beginning")"
        try words.line("\(counts)\(interrupted): \(finding.text), entry \(draft.entries.count)\(last)")
        let most = 40
        for entry in draft.entries.prefix(most) { try words.line(EntryText(entry).line()) }
        if draft.entries.count > most { try words.line("… and \(draft.entries.count - most) more") }
        try sayWhetherSecret(draft)
    }

    /// Reports that the entries are not redacted, because a test is usually committed.
    private func sayWhetherSecret(_ draft: RecordingDraft) throws {
        guard testFile != nil || target != nil, !draft.header.isRedacted,
            try BugReport(of: draft, catalog: call.tool.catalog, redactor: call.tool.redactor).header.isRedacted
        else { return }
        try call.note("what was written holds what the app calls secret; put other values there before others see it")
    }

    private func write(_ minimisation: Minimisation, _ finding: FailingTest.Failure, to path: String) throws {
        let name = call.console.arguments[.catalogName] ?? "\(String(reflecting: StateType.self)).catalog"
        let (module, catalog) = (String(name.prefix { $0 != "." }), String(name.drop { $0 != "." }.dropFirst()))
        let test = FailingTest(
            draft: minimisation.smallest, finding: finding, entriesBefore: minimisation.entriesBefore, module: module,
            catalog: catalog)
        guard let suite = TestName(path) else { return }
        try call.write(Array(test.source(name: suite.text).utf8), found: path)
        if !test.holdsEvents { try call.write(minimisation.smallest.bytes(), found: Self.recording(beside: path)) }
    }
}

/// The name of a suite, from the name of its file.
private struct TestName {
    let text: String

    init?(_ path: String) {
        let file = path.split(separator: "/").last ?? ""
        guard file.hasSuffix(".swift") else { return nil }
        text = String(file.dropLast(".swift".count))
        guard let first = text.first, first.isLetter, text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else {
            return nil
        }
    }
}

/// The judge for the arguments.
private struct ChosenJudge<StateType: State & Codable> {
    let judge: RecordingJudge
    private let found: (RecordingDraft) -> FailingTest.Failure

    /// Returns the finding at the end of the smallest recording.
    func finding(in draft: RecordingDraft) -> FailingTest.Failure { found(draft) }

    init(_ call: JournalCall<StateType>) throws {
        let arguments = call.console.arguments
        let catalog = call.tool.catalog
        let chosen = [Option.breaks, .when, .impure, .crash].filter { arguments.has($0) }
        if chosen.count > 1 {
            throw UsageError.conflict(chosen[0].name, chosen[1].name, reason: "one thing is looked for at a time")
        }
        switch chosen.first {
        case Option.when?:
            let written = arguments[.when] ?? ""
            guard let predicate = StatePredicate(written) else {
                throw UsageError.invalidValue(written, of: Option.when.name, expected: StatePredicate.form)
            }
            judge = predicate.judge(catalog)
            found = { _ in .predicate(written) }
        case Option.impure?:
            judge = impurityJudge(catalog)
            found = { _ in .impure }
        case Option.crash?:
            guard let command = WorkerCommand.own(before: "minimise") else {
                throw MinimiseError.worker(
                    program: CommandLine.arguments[0], reason: "It was not started with the word minimise.")
            }
            let crash = try CrashJudge(command, notes: WorkerCommand.noteFolder)
            judge = crash.judge
            found = { _ in crash.crash?.finding ?? .hang(event: "") }
        default:
            let named = arguments[.breaks]
            let invariants = call.tool.invariants.filter { named == nil || $0.name == named }
            if let named, invariants.isEmpty {
                throw ToolError.unknownInvariant(named, known: call.tool.invariants.map(\.name))
            }
            guard !invariants.isEmpty else { throw UsageError.missingPositional("\(Option.when.name) PREDICATE") }
            // The first broken invariant is searched for from then on.
            let broken = BrokenInvariant(invariants, catalog)
            judge = broken.judge
            found = { _ in .invariant(broken.name ?? "") }
        }
    }
}

/// A judge that selects the invariant at its first call.
private final class BrokenInvariant<StateType: State & Codable> {
    private(set) var name: String?
    private var judges: [(name: String, judge: RecordingJudge)]

    init(_ invariants: [Invariant<StateType>], _ catalog: EventCatalog<StateType>) {
        judges = invariants.map { ($0.name, $0.judge(catalog)) }
    }

    func judge(_ draft: RecordingDraft) throws -> UInt64? {
        let hits = try judges.compactMap { each in try each.judge(draft).map { (seq: $0, each) } }
        guard let first = hits.min(by: { $0.seq < $1.seq }) else { return nil }
        name = first.1.name
        judges = [first.1]
        return first.seq
    }
}

extension FailingTest.Failure {
    fileprivate var event: String? {
        switch self {
        case .crash(_, let event), .hang(let event): event
        case .invariant, .predicate, .impure: nil
        }
    }

    var text: String {
        switch self {
        case .invariant(let name): "'\(name)' is broken"
        case .predicate(let text): text
        case .impure: "two replays differ"
        case .crash(let signal, let event): "signal \(signal) in react(to:) of \(event)"
        case .hang(let event): "react(to:) of \(event) does not return"
        }
    }
}

extension JournalCall {
    /// Returns the unclosed journal, if a crash is searched for in its folder.
    fileprivate func crashed() throws -> CrashedJournal? {
        guard console.arguments.has(.crash), try SystemFileSystem().kind(of: path()) == .folder else { return nil }
        let file = try opened(path())
        return try UnexpectedEnd(in: file.path).map { CrashedJournal(file: file, end: $0) }
    }

    /// Opens the recording in the arguments, or the recording in a bug report.
    func recordingOrReport() throws -> any RecordingSource {
        let path = try path()
        let files = SystemFileSystem()
        if try files.kind(of: path) == .file {
            let file = try files.open(path, .read)
            var source = LineSource(file)
            // A recording has no limit.
            if try !source.begins(with: "{\"reactor\":"),
                let report = try? JSON(parsing: file.readAll(Int(clamping: file.size()), at: 0)),
                report["bugReport"] != nil
            {
                let lines = (report["recording"]?.array ?? []).compactMap(\.string)
                let recording = try Recording(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), named: path)
                try check(recording.header, of: path)
                return recording
            }
        }
        return try opened(path)
    }
}

extension WorkerCommand {
    /// The folder for the notes of workers.
    static var noteFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Returns the command of this program up to a word, or nil if it was started without the word.
    static func own(before verb: String) -> WorkerCommand? {
        let arguments = CommandLine.arguments.dropFirst()
        guard let place = arguments.firstIndex(of: verb) else { return nil }
        return WorkerCommand(CommandLine.arguments[0], Array(arguments[..<place]))
    }
}
