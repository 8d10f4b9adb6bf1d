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
            var answer = try question.answer(
                in: recording, endingIn: try recording.lastSegment(upTo: question.through), call.tool.catalog, progress)
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

    /// How the value came to be what it is.
    ///
    /// - Complexity: the recording is folded once, and where the path names a row by its position its last segment before
    ///   that, for who stands there. Of each state what is on the way to the value is encoded.
    /// - Throws: `ReplayError` when the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` when there is
    ///   no such value, and was none before.
    func answer<StateType>(
        in recording: some RecordingSource, endingIn tail: some RecordingSource, _ catalog: EventCatalog<StateType>,
        _ progress: ProgressLine
    ) throws -> ValueAnswer {
        // Who is meant by an id, or by names alone, may have been there before.
        var way = path.steps
        if path.namesPositions, var end = try? Replay(of: tail, through: through, catalog: catalog) {
            way = path.way(in: try end.json())
        }
        var (walk, history) = try follow(way, in: recording, catalog, progress)
        if path.namesPositions, history.now == nil || !path.leads(to: walk.standing) {
            // What a segment begins with was folded by the program that wrote it, which may have come to other rows.
            let found = path.way(in: try walk.json())
            if found != way {
                way = found
                (walk, history) = try follow(way, in: recording, catalog, progress)
            }
        }
        if history.now == nil, history.count == 0,
            let reason = path.obstacle(in: try walk.json(), hiding: redactor)
        {
            throw ToolError.nowhere(path.text, reason)
        }
        return ValueAnswer(way: way, seq: walk.seq, history: history, written: path.text, redactor: redactor) {
            (part, depth) throws(CatalogError) in
            try catalog.encode(part: part, below: depth)
        }
    }

    /// The state behind the last entry that counts, and what the value came through until then.
    private func follow<StateType>(
        _ way: [ValuePath.Step], in recording: some RecordingSource, _ catalog: EventCatalog<StateType>,
        _ progress: ProgressLine
    ) throws -> (ValueWalk<StateType>, ValueHistory) {
        var walk = try ValueWalk(way, from: try Replay(recording.header, catalog: catalog))
        var history = ValueHistory(from: walk.now, keepsAll: all)
        let first = walk.seq
        var step: [JournalEntry] = []
        var lines = try recording.lines(after: first)
        while (step.last?.seq ?? walk.seq) < through ?? .max, let line = try lines.next() {
            guard case .entry(let entry) = line else {
                try walk.pass(line)
                continue
            }
            step.append(entry)
            if entry.group?.isLast == false { continue }
            progress.show("looking at entry \(entry.seq)")
            let index = try walk.take(step)
            history.take(step, walk.now, changedBy: index)
            step.removeAll(keepingCapacity: true)
        }
        let last = step.last?.seq ?? walk.seq
        if let through, through < first || last < through {
            throw ReplayError(.outOfRange(seq: through, first: first, last: last))
        }
        if through == nil, let entry = step.first { throw ReplayError(.brokenGroup(seq: entry.seq)) }
        return (walk, history)
    }
}
