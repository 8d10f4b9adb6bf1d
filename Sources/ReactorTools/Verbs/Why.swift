import Reactor
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var why: JournalVerb {
        JournalVerb(
            "why", "say what made a value of the state what it is",
            discussion: """
                It names the event that gave the value what it is, the command that fired it, where in the program, and what \
                that was because of; then the event that put the value there. Each state is compared, so a change that goes \
                back and forth is found too.

                  {tool} why --path 'records[3].grams' DIR
                  {tool} why --path 'records[id=w-4].grams' --at 376 DIR

                A position among rows with ids is the row that stands there at the end, or at entry N, wherever it stood before.
                """,
            options: [.path, .at, .all, .redacted, .json]
        ) { call in
            guard let written = call.console.arguments[.path] else {
                throw UsageError.missingPositional("\(Option.path.name) PATH")
            }
            guard let path = ValuePath(written) else {
                throw UsageError.invalidValue(written, of: Option.path.name, expected: ValuePath.form)
            }
            let recording = try call.opened(call.path())
            let progress = call.console.progress()
            defer { progress.end() }
            let all = call.console.arguments.has(.all)
            let isRedacted = call.console.arguments.has(.redacted)
            let question = ValueQuestion(
                path: path, through: try call.console.arguments.at(), all: all,
                redactor: isRedacted ? call.tool.redactor : nil)
            var answer = try question.answer(in: recording, call.tool.catalog, progress)
            try answer.findEvents(in: recording)
            try Task.checkCancellation()
            progress.end()
            if call.asJSON { return try call.print(try answer.json(all: all)) }
            for line in try answer.lines(all: all) { try call.print(line) }
        }
    }
}

extension Option {
    static let path = Option.value("path", "PATH", "the value that is asked about, see below")
    static let at = Option.value("at", "N", "as it was after entry N; at the end otherwise")
    static let all = Option.flag("all", "every change of it, the newest first")
}

extension Arguments {
    fileprivate func at() throws(UsageError) -> UInt64? {
        guard let text = self[.at] else { return nil }
        guard let seq = UInt64(text) else {
            throw .invalidValue(text, of: Option.at.name, expected: "the number of an entry")
        }
        return seq
    }
}

/// What is asked about one value of the states of a recording.
struct ValueQuestion {
    let path: ValuePath
    /// The last entry that counts; nil for the end.
    let through: UInt64?
    /// Whether each change is told, and not the last one alone.
    let all: Bool
    let redactor: Redactor?
    /// How many entries before the end are looked at first.
    var window: UInt64 = 1_000

    /// How the value came to be what it is.
    ///
    /// - Complexity: the recording is folded once, and from a state near the end once more, until a change is found: from
    ///   one eight times as far each time there is none. Of each state of those what is on the way to the value is encoded.
    /// - Throws: `ReplayError` when the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` when there is
    ///   no such value, and was none before.
    func answer<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> ValueAnswer {
        let (replay, passed, starts) = try fold(recording, catalog, progress)
        var (end, history) = (replay, passed)
        // Who is meant by an id, or by names alone, may have been there before.
        let way = path.namesPositions ? path.way(in: try end.json()) : path.steps
        var (last, now) = (end.seq, ValueHistory.Moment?.none)
        for start in all ? starts.suffix(1) : starts[...] {
            var walk = try ValueWalk(way, from: start.replay)
            history.look(from: walk.now, begun: start.begun)
            _ = try steps(of: recording, behind: walk.seq, through: last) {
                try walk.pass($0)
            } _: { step in
                progress.show("looking at entry \(walk.seq)")
                let index = try walk.take(step)
                history.take(step, walk.now, changedBy: index)
            }
            if last == end.seq { now = walk.now }
            last = start.replay.seq
            if history.count > 0 { break }
        }
        if now == nil, history.count == 0, let reason = path.obstacle(in: try end.json(), hiding: redactor) {
            throw ToolError.nowhere(path.text, reason)
        }
        return ValueAnswer(
            way: way, seq: end.seq, now: now, history: history, since: last > recording.header.from ? last : nil,
            written: path.text, redactor: redactor
        ) { (part, depth) throws(CatalogError) in
            try catalog.encode(part: part, below: depth)
        }
    }

    /// Where looking at the value begins.
    private struct Start<StateType: State & Codable> {
        let replay: Replay<StateType>
        /// The predictions that were open.
        let begun: [PredictionID: JournalEntry]
    }

    /// The state behind the last entry that counts, what the entries say of each other, and states before, the nearest
    /// first. The last of them is the one that the recording begins with.
    private func fold<StateType>(
        _ recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> (end: Replay<StateType>, ValueHistory, [Start<StateType>]) {
        var replay = try Replay(recording.header, catalog: catalog)
        var history = ValueHistory(keepsAll: all)
        let first = replay.seq
        var places = WindowStarts(window: window, first: Start(replay: replay, begun: [:]))
        let rest = try steps(of: recording, behind: first, through: through ?? .max) {
            try replay.read($0)
        } _: { step in
            progress.show("reading entry \(replay.seq)")
            let before = replay.seq - first
            for entry in step { try replay.read(.entry(entry)) }
            history.pass(step)
            places.pass(from: before, to: replay.seq - first) { Start(replay: replay, begun: history.begun) }
        }
        let last = rest.last?.seq ?? replay.seq
        if let through, through < first || last < through {
            throw ReplayError(.outOfRange(seq: through, first: first, last: last))
        }
        if through == nil, let entry = rest.first { throw ReplayError(.brokenGroup(seq: entry.seq)) }
        return (replay, history, places.all)
    }

    /// Hands out what stands behind an entry up to another: the lines that are no entries, and the entries, those of a group
    /// together.
    ///
    /// - Returns: the entries of a group of which the last one is not among them.
    private func steps(
        of recording: some RecordingSource, behind first: UInt64, through last: UInt64,
        _ pass: (JournalLine) throws -> Void, _ take: ([JournalEntry]) throws -> Void
    ) throws -> [JournalEntry] {
        var (step, seq) = ([JournalEntry](), first)
        var lines = try recording.lines(after: first)
        while seq < last, let line = try lines.next() {
            guard case .entry(let entry) = line else {
                try pass(line)
                continue
            }
            step.append(entry)
            seq = entry.seq
            if entry.group?.isLast == false { continue }
            try take(step)
            step.removeAll(keepingCapacity: true)
        }
        return step
    }
}

/// Keeps few states on the way through a recording, of which some are near the end wherever that comes: of every window,
/// of every eighth, and so on, the last two. So there is one at least a window before the end, and less than two.
private struct WindowStarts<Start> {
    let window: UInt64
    let first: Start
    private var kept: [(older: (place: UInt64, start: Start), newer: (place: UInt64, start: Start))] = []

    init(window: UInt64, first: Start) {
        self.window = window
        self.first = first
    }

    /// Goes from a place to another one, at which there is this start.
    mutating func pass(from before: UInt64, to place: UInt64, _ start: () -> Start) {
        guard place / window > before / window else { return }
        let here = (place, start())
        var (level, width) = (0, window)
        while place / width > before / width {
            if level == kept.count { kept.append(((0, first), (0, first))) }
            kept[level] = (kept[level].newer, here)
            (level, width) = (level + 1, width * 8)
        }
    }

    /// The nearest to the end first.
    var all: [Start] { kept.map(\.older).filter { $0.place > 0 }.map(\.start) + [first] }
}
