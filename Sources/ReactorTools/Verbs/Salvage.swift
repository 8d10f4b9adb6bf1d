import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var salvage: JournalVerb {
        JournalVerb(
            "salvage", "copy the valid entries of a damaged recording",
            discussion: """
                Copies the valid entries of a damaged recording into a new folder and reports the rest. The damaged recording is not changed.
                With --beyond-damage, entries after the damage are copied, too; replaying them gives a state that the app never had.

                Examples:

                  Copy the valid entries, and check the copy:
                    {tool} salvage --to saved DIR
                    {tool} check saved

                With --before, the copy ends before an entry, for example one that crashes the app during each opening. Use minimise --crash to
                turn that entry into a test.
                """,
            options: [.newFolder, .beyondDamage, .before, .json]
        ) { call in
            let arguments = call.console.arguments
            guard let folder = arguments[.newFolder] else {
                throw UsageError.missingPositional("\(Option.newFolder.name) DIR")
            }
            if arguments.has(.before) && arguments.has(.beyondDamage) {
                throw UsageError.conflict(
                    Option.before.name, Option.beyondDamage.name, reason: "entries after damage are renumbered")
            }
            let path = try call.path()
            let before = try arguments.value(of: .before, as: UInt64.self, expected: "the number of an entry")
            if let before, let from = try? RecordingFile(path: path).header.from, before <= from {
                throw UsageError.invalidValue(
                    "\(before)", of: Option.before.name, expected: "the number of an entry, from \(from + 1) on")
            }
            let report = try Salvage.copy(
                from: path, to: folder, beyondDamage: arguments.has(.beyondDamage), before: before)
            guard report.segments > 0 else { throw ToolError.nothingSaved(path) }
            if call.asJSON { return try call.print(report.json(folder)) }
            try call.print(
                "Copied \(report.entries.counted("entry", "entries")) in \(report.segments.counted("segment")) to "
                    + "\(folder.escaped()).")
            for loss in report.losses {
                let damage = loss.damage
                try call.print(
                    "Left \(loss.lines.counted("line")) of \(damage.file.escaped()) from line \(damage.line) (byte "
                        + "\(damage.offset)) on.")
            }
        }
    }
}

extension Option {
    fileprivate static let newFolder = Option.value("to", "DIR", "the destination, an empty or new folder")
    fileprivate static let before = Option.value("before", "SEQ", "end before this entry and its group")
    fileprivate static let beyondDamage = Option.flag("beyond-damage", "copy valid entries after the damage, too")
}

extension Salvage.Report {
    fileprivate func json(_ folder: String) -> JSON {
        [
            "folder": .string(folder), "entries": .number(JSON.Number(entries)),
            "segments": .number(JSON.Number(segments)),
            "losses": .array(
                losses.map { loss in
                    var json = loss.damage.json
                    json["lines"] = .number(JSON.Number(loss.lines))
                    return json
                }),
        ]
    }
}

extension JournalDamage {
    var json: JSON {
        [
            "file": .string(file), "line": .number(JSON.Number(line)), "byte": .number(JSON.Number(offset)),
            "fault": .string("\(fault)"),
        ]
    }
}
