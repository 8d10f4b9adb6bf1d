import ReactorTerminal

/// `weightlog import`.
enum ImportVerb {
    static let verb = Verb(
        "import", "add the new weights of a file",
        discussion: """
            The file is a CSV table, or a JSON array of objects, with days and kilograms; - reads standard input. Columns are
            found by the names date and weight (or day, kg, kilograms); --column specifies other names. A CSV table without
            names has a day and kilograms in each line. Invalid rows are printed with their line, all other rows are added,
            and the exit status is 1. Importing a file again adds nothing.

              weightlog import weights.csv
              weightlog import scale.csv --column date=When --column weight=Gross
            """,
        positionals: [Declared.file], options: [Declared.columns] + Declared.serverOptions
    ) { console in
        let path = try console.arguments.value(of: Declared.file)
        let columns = try console.arguments.columns()
        try await Session.change(console) { session in
            let table: WeightTable
            do {
                table = try WeightTable(try Input.bytes(path), columns: columns)
            } catch let error as TableError {
                throw ImportError.table(path: path, error)
            }
            try Task.checkCancellation()
            let plan = ImportPlan(table.readings, into: await session.book)
            if !plan.added.isEmpty { try await session.make(.add(plan.added)) }
            let known = plan.known == 0 ? "" : "; \(plan.known.counted("row")) already in the log"
            // If it was stopped too late, the exit code alone would not show that they were added.
            let late = Task.isCancelled ? " before it was stopped; they are in the log" : ""
            try console.output.line("Imported \(plan.added.count.counted("weight"))\(known)\(late).")
            guard !table.badRows.isEmpty else { return }
            try console.output.flush()
            for row in table.badRows {
                try console.errors.line("\(path.inputName):\(row.place): \(row.fault.description)")
            }
            throw ImportError.badRows(
                path: path, table.badRows.count, of: table.badRows.count + table.readings.count)
        }
    }
}

/// `weightlog export`.
enum ExportVerb {
    static let verb = Verb(
        "export", "print the log as a CSV file",
        discussion: """
            You can import the CSV file again:

              weightlog export > weights.csv
            """
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
