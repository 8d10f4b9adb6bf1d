import Terminal

/// `weightlog import`.
enum ImportVerb {
    static let verb = Verb(
        "import", "add the weights of a CSV file that the log does not have yet",
        discussion: """
            It takes what scales, phones and spreadsheets export: columns are known by
            their names, in any order and among others, and units, dates and times as
            people write them. One line says what was understood. Where a file does not
            say what its weights are in, or whether a day or a month comes first, nothing
            is added; --unit and --dates say it then.

            Without names the columns are date, weight and unit. Rows that cannot be used
            are named with their line; all others are added, and the exit code is then 1.
            Importing a file again adds nothing.

              weightlog import withings.csv
              weightlog import fitbit.csv --unit lb --dates mdy
            """,
        positionals: [Declared.file], options: [Declared.importUnit, Declared.dates] + Declared.serverOptions
    ) { console in
        let path = try console.arguments.value(of: Declared.file)
        let wishes = try console.arguments.wishes()
        try await Session.change(console) { session in
            let table = try read(path, wishes, console)
            try Task.checkCancellation()
            let book = await session.book
            let plan = ImportPlan(table.readings, into: book)
            if !plan.added.isEmpty {
                try await session.make(.add(plan.added))
            }
            try report(plan, table, path: path, console)
        }
    }

    private static func read(_ path: String, _ wishes: WeightTable.Wishes, _ console: Console) throws -> WeightTable {
        let progress = console.progress()
        defer { progress.end() }
        let bytes = [UInt8](try Input.read(path))
        do {
            return try WeightTable(csv: bytes, wishes: wishes) { fraction in
                try Task.checkCancellation()
                progress.tell("reading \(path): \(Int(fraction * 100)) %")
            }
        } catch let error as TableError {
            throw ImportError.table(path: path, error)
        }
    }

    private static func report(_ plan: ImportPlan, _ table: WeightTable, path: String, _ console: Console) throws {
        try console.output.line("\(path.inputName): \("\(table.understanding)".escaped()).")
        let known = plan.known == 0 ? "" : "; \(plan.known.counted("row")) already in the log"
        // What came too late to stop it is said, since the exit code tells of an end.
        let late = Task.isCancelled ? " before it was ended; they are in the log" : ""
        try console.output.line("Imported \(plan.added.count.counted("weight"))\(known)\(late).")
        try console.noteFuture(plan.added, today: .today())
        guard !table.badRows.isEmpty else { return }
        try console.output.flush()
        for row in table.badRows { try console.errors.line("\(path.inputName):\(row.line): \(row.fault)") }
        throw ImportError.badRows(path: path, table.badRows.count, kept: table.readings.count)
    }
}
