import Terminal

/// `weightlog import`.
enum ImportVerb {
    static let verb = Verb(
        "import", "add the weights of a CSV file that the log does not have yet",
        discussion: """
            The columns are date, weight and, if you like, unit; a first line may name them, in any order and among
            others. Cells are separated by commas, semicolons or tabs. --unit is for rows that do not say theirs.
            Rows that cannot be used are named with their line; all others are added, and the exit code is then 1.
            Importing a file again adds nothing.
            """,
        positionals: [Declared.file], options: [Declared.unit] + Declared.serverOptions
    ) { console in
        let path = try console.arguments.value(of: Declared.file)
        let unit = try console.arguments.unit()
        try await Session.change(console) { session in
            let table = try read(path, unit: unit, console)
            let book = await session.book
            let plan = ImportPlan(table.readings, into: book)
            if !plan.added.isEmpty {
                try await session.make(.add(plan.added))
            }
            try report(plan, table, path: path, console)
        }
    }

    private static func read(_ path: String, unit: WeightUnit?, _ console: Console) throws -> WeightTable {
        let progress = console.progress()
        defer { progress.end() }
        let bytes = [UInt8](try Input.read(path))
        do {
            return try WeightTable(csv: bytes, defaultUnit: unit) { fraction in
                progress.tell("reading \(path): \(Int(fraction * 100)) %")
            }
        } catch {
            throw ImportError.table(path: path, error)
        }
    }

    private static func report(_ plan: ImportPlan, _ table: WeightTable, path: String, _ console: Console) throws {
        let known = plan.known == 0 ? "" : "; \(plan.known.counted("row")) already in the log"
        try console.output.line("Imported \(plan.added.count.counted("weight"))\(known).")
        try console.noteFuture(plan.added, today: .today())
        guard !table.badRows.isEmpty else { return }
        try console.output.flush()
        for row in table.badRows { try console.errors.line("\(path.inputName):\(row.line): \(row.fault)") }
        throw ImportError.badRows(path: path, table.badRows.count, kept: table.readings.count)
    }
}
