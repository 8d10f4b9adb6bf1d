import ReactorTerminal

/// `weightlog undo` and `weightlog redo`.
enum UndoVerbs {
    static let all = [
        verb(.undo, "Undone", "undo the last change; used again, the change before that"),
        verb(.redo, "Done again", "do again the change that was undone last"),
    ]

    private static func verb(_ direction: Weights.Direction, _ done: String, _ summary: String) -> Verb {
        Verb(
            direction.rawValue, summary,
            discussion:
                "The server is changed, too. A weight that another device has changed in the meantime is not undone.",
            options: Declared.serverOptions
        ) { console in
            try await Session.change(console) { session in
                let words = try await session.step(direction)
                try console.output.line(words.map { "\(done): \($0)." } ?? "There is nothing to \(direction.rawValue).")
            }
        }
    }
}

extension Change {
    /// The change as a person reads it.
    var words: String {
        switch self {
        case .add(let records) where records.count == 1: "logged \(records[0].phrase())"
        case .add(let records): "imported \(records.count.counted("weight"))"
        case .update(let record): "corrected number \(record.id) to \(record.reading.weight) on \(record.reading.day)"
        case .delete(let record): "deleted number \(record.id), \(record.reading.weight) on \(record.reading.day)"
        }
    }

    /// The rows that it changes in a log.
    func rows(in weights: Weights) -> [ChangedRow] {
        switch self {
        case .add(let records): records.map { ChangedRow(before: nil, after: $0) }
        case .update(let record): [ChangedRow(before: weights.weights.rows[id: record.id], after: record)]
        case .delete(let record): [ChangedRow(before: record, after: nil)]
        }
    }
}
