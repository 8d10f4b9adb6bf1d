import ReactorOffline
import ReactorServices
import ReactorTerminal

/// The subcommand `weightlog queue`.
enum QueueVerb {
    static let verb = Verb(
        "queue", "show queued and refused changes",
        discussion: """
            Send a refused change again with 'weightlog retry', or discard it with 'weightlog drop'.
            """
    ) { console in
        var page = QueuePage(queued: [], refused: [])
        if try console.hasServer {
            try await Session.use(console, .short) { session in
                guard let queue = session.outbox?.queue else { return }
                page = QueuePage(queued: await queue.queued, refused: await queue.deadLetters)
            }
        }
        try console.output.write(page.text)
    }
}

/// The subcommands `weightlog retry` and `weightlog drop`.
enum RefusedVerbs {
    static let all = [
        verb("retry", "push a refused change again", "Later changes of the same weight are pushed after it.") {
            try await $0.retry($1.id)
            return "Pushing again"
        },
        verb("drop", "discard a refused change", "The change is removed from the log and printed.") {
            try await $0.drop($1.id)
            return "Dropped"
        },
    ]

    /// - Parameter decide: A closure that retries or drops a change, and returns the word for the printed line.
    private static func verb(
        _ name: String, _ summary: String, _ discussion: String,
        _ decide: @escaping @Sendable (ChangeQueue<WeightPush>, DeadLetter<WeightPush>) async throws -> String
    ) -> Verb {
        Verb(
            name, summary, discussion: discussion, positionals: [Declared.refused], options: Declared.serverOptions
        ) { console in
            let text = try console.arguments.value(of: Declared.refused)
            try await Session.change(console) { session in
                let letters = try await session.letters(text)
                if letters.isEmpty { try console.output.line("Nothing was refused.") }
                guard let queue = session.outbox?.queue else { return }
                for letter in letters {
                    try console.output.line("\(try await decide(queue, letter)): \(letter.change.phrase).")
                }
                try await session.kept()
            }
        }
    }
}

extension Session {
    /// Returns the refused changes that an argument names: a number, or `all`.
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

/// The text of `weightlog queue`: the queued and the refused changes.
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
}

extension WeightPush {
    /// The action and its weight as a phrase.
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
    /// The status, the code and the message of the server's refusal.
    var reason: String {
        let said = [status.map(String.init), code].compactMap { $0 }.joined(separator: ", ")
        return [said, message ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
