import Reactor
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var why: JournalVerb {
        JournalVerb(
            "why", "explain a value of the state: event, command, line and cause",
            discussion: """
                Reports the event that gave the value its present form, the command that fired the event, the line of the program, and the
                cause of the command; then the event that created the value. Each state is compared, so a value that changes back and forth is
                found, too.

                Examples:

                  Explain the weight of the fourth record:
                    {tool} why --path 'records[3].grams' DIR

                  Explain a row by its id, as it was after entry 376:
                    {tool} why --path 'records[id=w-4].grams' --at 376 DIR

                A position among rows with ids means the row at this position at the end, or after entry N, independent of its earlier
                positions.
                """,
            options: [.path, .at, .all, .redacted, .json]
        ) { call in
            guard let written = call.console.arguments[.path] else {
                throw UsageError.missingPositional("\(Option.path.name) PATH")
            }
            guard let path = ValuePath(written), !path.namesSeveral else {
                throw UsageError.invalidValue(written, of: Option.path.name, expected: ValuePath.form)
            }
            let through = try call.console.arguments.value(
                of: .at, as: UInt64.self, expected: "the number of an entry")
            let recording = try call.opened(call.path())
            let progress = call.console.progress()
            defer { progress.end() }
            let all = call.console.arguments.has(.all)
            let isRedacted = call.console.arguments.has(.redacted)
            let question = ValueQuestion(
                path: path, through: through, all: all,
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
    static let path = Option.value("path", "PATH", "the path of the value, see below")
    static let at = Option.value("at", "N", "the value after entry N (default: at the end)")
    static let all = Option.flag("all", "every change of the value, newest first")
}
