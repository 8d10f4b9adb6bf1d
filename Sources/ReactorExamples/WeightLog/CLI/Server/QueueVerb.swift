import ReactorFoundation
import ReactorOffline
import ReactorServices
import ReactorTerminal

/// `weightlog queue`.
enum QueueVerb {
    static let verb = Verb(
        "queue", "show queued and refused changes",
        discussion: """
            Send a refused change again with 'weightlog retry', or discard it with 'weightlog drop'.
            """,
        options: [Declared.json]
    ) { console in
        var page = QueuePage(queued: [], refused: [])
        if try console.hasServer {
            try await Session.use(console, .short) { session in
                guard let queue = session.outbox?.queue else { return }
                page = QueuePage(queued: await queue.queued, refused: await queue.deadLetters)
            }
        }
        try console.output.write(console.arguments.has(Declared.json) ? try page.json : page.text)
    }
}

/// `weightlog retry`.
enum RetryVerb {
    static let verb = Verb(
        "retry", "push a refused change again",
        discussion: "Later changes of the same weight are pushed after it.",
        positionals: [Declared.refused], options: Declared.serverOptions
    ) { console in
        let text = try console.arguments.value(of: Declared.refused)
        try await Session.change(console) { session in
            let letters = try await session.letters(text)
            guard !letters.isEmpty else { return try console.output.line(nothing) }
            for letter in letters { try await session.outbox?.queue.retry(letter.id) }
            try await session.kept()
            try console.output.line("Pushing \(letters.count.counted("change")) again.")
        }
    }
}

/// `weightlog drop`.
enum DropVerb {
    static let verb = Verb(
        "drop", "discard a refused change",
        discussion: "The change is removed from the log and printed.",
        positionals: [Declared.refused], options: Declared.serverOptions
    ) { console in
        let text = try console.arguments.value(of: Declared.refused)
        try await Session.change(console) { session in
            let letters = try await session.letters(text)
            guard !letters.isEmpty else { return try console.output.line(nothing) }
            for letter in letters {
                try await session.outbox?.queue.drop(letter.id)
                try console.output.line("Dropped: \(letter.change.phrase).")
            }
            try await session.kept()
        }
    }
}

/// The text for 'all' if no change was refused.
private let nothing = "Nothing was refused."

extension Session {
    /// The refused changes that a person names.
    ///
    /// - Throws: ``ServerError/notANumber(_:)``, ``ServerError/noDeadLetter(_:)``.
    fileprivate func letters(_ text: String) async throws -> [DeadLetter<WeightPush>] {
        let letters = await outbox?.queue.deadLetters ?? []
        if text == "all" { return letters }
        guard let number = Int(text), number > 0 else { throw ServerError.notANumber(text) }
        guard let letter = letters.first(where: { $0.queued.number == number }) else {
            throw ServerError.noDeadLetter(text)
        }
        return [letter]
    }
}

/// The changes that wait for the server and those that it refused, for a reader or for other programs.
struct QueuePage {
    let queued: [QueuedChange<WeightPush>]
    let refused: [DeadLetter<WeightPush>]

    var text: String {
        guard !queued.isEmpty || !refused.isEmpty else { return "Nothing waits for a server.\n" }
        var text = ""
        for change in queued { text += "\(change.number)  queued   \(change.change.phrase)\n" }
        for letter in refused {
            text += "\(letter.queued.number)  refused  \(letter.change.phrase)\n"
            text += "   \(letter.refusal.reason.escaped())\n"
            text += "   'weightlog retry \(letter.queued.number)' sends it again, "
            text += "'weightlog drop \(letter.queued.number)' gives it up\n"
        }
        return text
    }

    /// - Throws: what the encoder throws.
    var json: String {
        get throws {
            let rows = queued.map { Row($0, refusal: nil) } + refused.map { Row($0.queued, refusal: $0.refusal) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
        }
    }

    private struct Row: Encodable {
        let id: Int
        let state: String
        let action: String
        let key: String
        let number: Int
        let date: String
        let grams: Int
        let status: Int?
        let reason: String?

        init(_ change: QueuedChange<WeightPush>, refusal: ChangeRefusal?) {
            let push = change.change
            id = change.number
            state = refusal == nil ? "queued" : "refused"
            action = push.action.rawValue
            key = push.key
            number = push.record.id
            date = push.record.reading.day.description
            grams = push.record.reading.weight.grams
            status = refusal?.status
            reason = refusal?.reason
        }
    }
}

extension WeightPush {
    /// The action as a phrase for a person.
    var phrase: String {
        let what = "number \(record.id), \(record.reading.weight) on \(record.reading.day)"
        return switch action {
        case .put: "log \(what)"
        case .change: "edit \(what)"
        case .delete: "delete \(what)"
        }
    }
}

extension ChangeRefusal {
    /// The reason that the server sent.
    var reason: String {
        let said = [status.map(String.init), code].compactMap { $0 }.joined(separator: ", ")
        return [said, message ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
