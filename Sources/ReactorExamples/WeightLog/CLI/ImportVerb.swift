import ReactorTerminal

/// `weightlog import`.
enum ImportVerb {
    static let verb = Verb(
        "import", "add the weights of a file that the log does not have yet",
        discussion: """
            It takes what scales, phones and spreadsheets export: CSV, the export.xml of Apple Health, and JSON as
            Fitbit writes it, an array of objects. Columns are known by their names, in any order and among others, and
            units, dates and times as people write them. One line says what was understood. Where a file does not say
            what its weights are in, or whether a day or a month comes first, nothing is added; --unit and --dates say
            it then, and --column says which column it is.

            Without names the columns are date, weight and unit. Rows that cannot be used
            are named with their line; all others are added, and the exit code is then 1.
            Importing a file again adds nothing.

              weightlog import withings.csv
              weightlog import fitbit.csv --unit lb --dates mdy
              weightlog import scale.csv --column date=When --column weight=Brutto
            """,
        positionals: [Declared.file],
        options: [Declared.importUnit, Declared.dates, Declared.columns] + Declared.serverOptions
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
        do {
            var file = WeightFile()
            var count = 0
            try Input.read(path) { piece in
                try file.take(piece)
                count += piece.count
                progress.show("reading \(path): \((count >> 20).grouped) MB")
            }
            return try file.table(wishes) { fraction in
                try Task.checkCancellation()
                progress.show("reading \(path): \(Int(fraction * 100)) %")
            }
        } catch let error as TableError {
            throw ImportError.table(path: path, error)
        }
    }

    private static func report(_ plan: ImportPlan, _ table: WeightTable, path: String, _ console: Console) throws {
        try console.output.line("\(path.inputName): \("\(table.understanding)".escaped()).")
        let known = plan.known == 0 ? "" : "; \(plan.known.counted("row")) already in the log"
        // What came too late to stop it is said, since the exit code speaks of an end.
        let late = Task.isCancelled ? " before it was ended; they are in the log" : ""
        try console.output.line("Imported \(plan.added.count.counted("weight"))\(known)\(late).")
        try console.noteFuture(plan.added, today: .today())
        guard !table.badRows.isEmpty else { return }
        try console.output.flush()
        for row in table.badRows { try console.errors.line("\(path.inputName):\(row.line): \(row.fault)") }
        throw ImportError.badRows(path: path, table.badRows.count, kept: table.readings.count)
    }
}

/// `weightlog export`.
enum ExportVerb {
    static let verb = Verb(
        "export", "print the log as a CSV file",
        discussion: """
            It is a CSV table with and without --csv. Importing it elsewhere gives the same weights:

              weightlog export --csv > weights.csv
            """,
        options: [Declared.csv]
    ) { console in
        try console.output.write(WeightTable.csv(of: try console.weights().book.records))
    }
}

/// Which readings of a file are new to a log.
///
/// The same weight twice on one day is two weights, so rows are matched one to one: first with a record that says the
/// same now, then with one that said it before it was edited. Only what is left over is added, which is nothing when
/// the same file comes a second time.
struct ImportPlan: Equatable {
    private(set) var added: [WeightRecord] = []
    private(set) var known = 0

    init(_ readings: [Reading], into book: WeightBook) {
        // Edited records come last, so that one is matched by what it says now only when no other is.
        let byCertainty = book.records.filter { $0.original == nil } + book.records.filter { $0.original != nil }
        var free = byCertainty.reduce(into: [Reading: [WeightRecord]]()) { $0[$1.reading, default: []].append($1) }
        for reading in free.keys { free[reading]?.reverse() }

        var unmatched: [Reading] = []
        for reading in readings where free[reading]?.popLast() == nil { unmatched.append(reading) }

        var edited = free.values.joined().reduce(into: [Reading: Int]()) { counts, record in
            if let original = record.original { counts[original, default: 0] += 1 }
        }
        for reading in unmatched {
            if let count = edited[reading], count > 0 {
                edited[reading] = count - 1
            } else {
                added.append(WeightRecord(id: book.nextID + added.count, reading: reading))
            }
        }
        known = readings.count - added.count
    }
}
