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
            guard let path = StatePath(written), !path.namesSeveral else {
                throw UsageError.invalidValue(written, of: Option.path.name, expected: StatePath.form)
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
