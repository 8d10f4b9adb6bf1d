import ReactorServices
import Terminal

/// How much of a log has not reached its server.
struct Standing: Hashable, Sendable {
    var queued = 0
    var refused = 0
    var wantsToken = false
}

extension Session {
    /// What waits, and what was refused; nothing for a log without a server.
    var standing: Standing {
        get async {
            guard let status = await outbox?.queue.status else { return Standing() }
            return Standing(
                queued: status.queued, refused: status.deadLetters, wantsToken: status.isWaitingForCredentials)
        }
    }

    /// Pushes what can be pushed.
    ///
    /// - Throws: `CancellationError`; ``StoreError`` when the queue cannot be kept any more.
    func push(_ console: Console) async throws -> Standing {
        guard let outbox else { return Standing() }
        try await outbox.push(console.errors.screen.isTerminal ? console.progress() : nil)
        if let ended = await outbox.queue.status.ended { throw StoreError.notKept(reason: "\(ended)") }
        try await kept()
        return await standing
    }

    /// Pushes what can be pushed at once, and says what is left.
    ///
    /// - Throws: ``ServerError/refused(_:)`` when the server refused something now.
    func deliver(_ console: Console) async throws {
        guard outbox != nil else { return }
        let before = await standing
        // What was changed shows before the server is waited for.
        try console.output.flush()
        let now = try await push(console)
        if now.queued > 0 {
            let why = now.wantsToken ? "the server wants a token" : "the server is not there, or takes nothing now"
            try console.note("\(now.queued.counted("change")) queued, since \(why); 'weightlog sync' pushes what waits")
        }
        if now.refused > before.refused { throw ServerError.refused(now.refused - before.refused) }
    }

    /// Brings what the server has, once nothing waits to be pushed there.
    func fetch(_ console: Console) async throws {
        guard let outbox else { return }
        let taken = await outbox.numbers
        do {
            try await perform(
                FetchWeights(client: outbox.client, taken: taken) { count in
                    try? console.note("\(count.counted("weight")) of the server cannot be shown, and left out")
                })
        } catch let error as ReactorServices.ServiceError {
            throw ServerError.notFetched(reason: "\(error)")
        }
    }
}
