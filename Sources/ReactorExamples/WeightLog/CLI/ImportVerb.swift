import ReactorTerminal

/// The subcommand `weightlog import`.
enum ImportVerb {
    static let verb = Verb(
        "import", "add the new weights of a file",
        discussion: """
            The file is a CSV table with days and kilograms; - reads standard input. Columns are found by the names date and
            weight (or day, kg, kilograms); --column specifies other names. A table without names has a day and kilograms in
            each line. Invalid rows are printed with their line, all other rows are added,
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
            // The exit status of a late stop does not show that the weights were added, so the line states it.
            let late = Task.isCancelled ? " before it was stopped; they are in the log" : ""
            try console.output.line("Imported \(plan.added.count.counted("weight"))\(known)\(late).")
            guard !table.badRows.isEmpty else { return }
            try console.output.flush()
            for row in table.badRows {
                try console.errors.line("\(path.inputName):\(row.line): \(row.fault.description)")
            }
            throw ImportError.badRows(
                path: path, table.badRows.count, of: table.badRows.count + table.readings.count)
        }
    }
}

/// The subcommand `weightlog export`.
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

/// The readings of a file that are new to a log.
///
/// Two equal weights on one day are two weights, so each row matches at most one record: first a record whose reading
/// is equal now, then a record whose reading was equal before an edit. Rows without a match are added. If a file is
/// imported a second time, every row has a match.
struct ImportPlan: Equatable {
    private(set) var added: [WeightRecord] = []
    private(set) var known = 0

    init(_ readings: [Reading], into book: WeightBook) {
        // Edited records are last: their current reading matches a row only if no other record does.
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
