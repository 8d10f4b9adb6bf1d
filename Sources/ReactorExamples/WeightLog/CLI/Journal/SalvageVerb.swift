import ReactorRecording
import ReactorTerminal

/// `weightlog journal salvage`.
enum SalvageVerb {
    static let verb = Verb(
        "journal salvage", "copy what is good of a damaged recording into a new folder",
        discussion: """
            The damaged recording is only read. What was left is said. With --beyond-damage what stands behind the damage
            is copied too; what that comes to is no longer what the log was.

              weightlog journal salvage --to saved
              weightlog --data saved list
            """,
        positionals: [Declared.recording],
        options: [Declared.newFolder, Declared.beyondDamage, Declared.json]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        guard let folder = console.arguments[Declared.newFolder] else {
            throw UsageError.missingPositional("\(Declared.newFolder.name) DIR")
        }
        let report: Salvage.Report
        do {
            report = try Salvage.copy(
                from: target.path, to: folder, beyondDamage: console.arguments.has(Declared.beyondDamage))
        } catch {
            throw StoreError.from(error)
        }
        if console.arguments.has(Declared.json) {
            try console.output.write(json(report, folder).bytes(.readable) + [10])
        }
        guard report.segments > 0 else { throw StoreError.nothingSaved(target.path) }
        guard !console.arguments.has(Declared.json) else { return }
        try console.output.line(
            "Copied \(report.entries.counted("entry", "entries")) in \(report.segments.counted("segment")) to "
                + "\(folder.escaped()).")
        for loss in report.losses {
            let damage = loss.damage
            try console.output.line(
                "Left \(loss.lines.counted("line")) of \(damage.file.escaped()) from line \(damage.line) (byte "
                    + "\(damage.offset)) on.")
        }
    }

    private static func json(_ report: Salvage.Report, _ folder: String) -> JSON {
        [
            "folder": .string(folder), "entries": .number(JSON.Number(report.entries)),
            "segments": .number(JSON.Number(report.segments)),
            "losses": .array(
                report.losses.map { loss in
                    [
                        "file": .string(loss.damage.file), "line": .number(JSON.Number(loss.damage.line)),
                        "byte": .number(JSON.Number(loss.damage.offset)), "fault": .string("\(loss.damage.fault)"),
                        "lines": .number(JSON.Number(loss.lines)),
                    ]
                }),
        ]
    }
}
