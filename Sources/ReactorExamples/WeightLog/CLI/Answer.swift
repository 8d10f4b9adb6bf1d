import ReactorPlatform
import ReactorTerminal

/// A line that the user types in answer to a question.
struct Answer: Equatable {
    let text: String

    var isYes: Bool { ["y", "yes"].contains(text.lowercased()) }

    /// The next line of standard input; an ended input is an empty answer.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits for the line; ``InputError``.
    static func read() throws -> Answer {
        struct IsWhole: Error {}
        var bytes: [UInt8] = []
        do {
            try Input.read("-") { piece in
                bytes += piece
                if bytes.contains(10) { throw IsWhole() }
            }
        } catch is IsWhole {}
        return Answer(text: String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self).trimmed)
    }
}

extension Console {
    /// A future day is more often a slip than a plan, so a note mentions it; it is not refused, because clocks can
    /// be wrong too.
    func noteFuture(_ records: [WeightRecord], today: Day) throws {
        guard let record = records.first(where: { $0.reading.day > today }) else { return }
        let count = records.count { $0.reading.day > today }
        guard count > 1 else {
            return try note("\(record.reading.day) is in the future; 'weightlog delete \(record.id)' takes it back")
        }
        let last = records.map(\.reading.day).max() ?? record.reading.day
        try note(
            "\(count.counted("weight")) are in the future, up to \(last); look at them with 'weightlog list --last "
                + "\(min(count, 20))', and take one back with 'weightlog delete ID'")
    }
}

extension Console {
    /// The log that the arguments and the environment name, for who only reads it.
    func weights() throws -> Weights {
        guard let folder = try DataFolder.ofLog(named: arguments) else {
            var example = Weights()
            example.react(to: RecordsArrived(book: .demoUser))
            return example
        }
        let kept = try KeptWeights(in: folder)
        if kept.unconfirmed > 0 {
            try note(
                "\(kept.unconfirmed.counted("change")) not confirmed yet, and not shown; "
                    + "the next 'weightlog log' rolls back what nobody confirms any more")
        }
        return kept.state
    }

    /// Prints a note that is not an error.
    func note(_ text: String) throws {
        try errors.line("weightlog: note: \(text.escaped())")
    }
}
