import Terminal

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
