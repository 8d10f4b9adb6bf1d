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
            let isRedacted = call.console.arguments.has(.redacted)
            let question = ValueQuestion(
                path: path, through: try call.console.arguments.at(),
                redactor: isRedacted ? call.tool.redactor : nil)
            var answer = try question.answer(in: recording, call.tool.catalog, progress)
            let all = call.console.arguments.has(.all)
            try answer.findEvents(in: recording, all: all)
            try Task.checkCancellation()
            progress.end()
            if call.asJSON { return try call.print(answer.json(all: all)) }
            for line in answer.lines(all: all) { try call.print(line) }
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
    let redactor: Redactor?

    /// How the value came to be what it is.
    ///
    /// - Complexity: the recording is folded once, and twice where the path names a row by its position. What did not change
    ///   in a state is not encoded again.
    /// - Throws: `ReplayError` when the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` when there is
    ///   no such value, and was none before.
    func answer<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> ValueAnswer {
        var way = path.steps
        if path.namesPositions || through != nil {
            var end = try Replay(of: recording, through: through, catalog: catalog)
            // Who is meant by an id, or by names alone, may have been there before.
            if path.namesPositions { way = try wayToFollow(from: try end.json()) }
        }
        var (followed, memory) = (FollowedValue(way), EncodingMemory())
        var replay = try Replay(recording.header, catalog: catalog)
        var state = try replay.json(&memory)
        // What is blotted out as a whole has no value inside.
        func shown(_ value: JSON) -> JSON {
            guard let redactor else { return value }
            return followed.value(in: redactor.state(state)) ?? Redactor.mark
        }
        let first = followed.value(in: state)
        var history = ValueHistory(from: first, shown: first.map(shown))
        var step: [JournalEntry] = []
        var lines = try recording.lines(after: replay.seq)
        while replay.reached < through ?? .max, let line = try lines.next() {
            try replay.read(line)
            guard case .entry(let entry) = line else { continue }
            step.append(entry)
            if replay.isInGroup { continue }
            progress.show("looking at entry \(entry.seq)")
            state = try replay.json(&memory)
            let value = followed.value(in: state)
            history.take(step, value) { value.map(shown) }
            step.removeAll(keepingCapacity: true)
        }
        if history.value == nil, history.changes.isEmpty { _ = try wayToFollow(from: state) }
        return ValueAnswer(way: way, seq: replay.seq, history: history, hidesIDs: redactor != nil, written: path.text)
    }

    private func wayToFollow(from state: JSON) throws -> [ValuePath.Step] {
        do {
            return try path.followed(from: state)
        } catch {
            throw ToolError.nowhere(path.text, error)
        }
    }
}
