import Terminal

/// `weightlog sync`.
enum SyncVerb {
    static let verb = Verb(
        "sync", "push to the server what waits, and bring what it has",
        discussion: """
            The server is named once: what was logged before goes there too, and from then on everything that is changed.
            Where it cannot be had, changes are queued, survive whatever happens, and each arrives once.

              weightlog sync --server https://weights.example

            What the server refused is shown by 'weightlog queue'. The exit code is 0 when everything has arrived.
            """,
        options: [Declared.server, Declared.tokenFile, Declared.json]
    ) { console in
        guard try console.hasServer else { throw ServerError.noServer }
        try await Session.use(console, .long) { session in
            let before = await session.standing
            let now = try await session.push(console)
            let report = SyncReport(from: before, to: now)
            try console.output.line(console.arguments.has(Declared.json) ? report.json : report.text)
            try console.output.flush()
            guard now.queued == 0 else {
                throw now.wantsToken
                    ? ServerError.unauthorized(remaining: now.queued)
                    : .remaining(now.queued, reason: session.outbox?.trouble.text)
            }
            try await session.fetch(console)
            guard now.refused == 0 else { throw ServerError.refused(now.refused) }
        }
    }
}

/// What became of what was queued.
struct SyncReport: Hashable {
    let pushed: Int
    /// Also what was refused before.
    let refused: Int
    let remaining: Int

    init(from before: Standing, to now: Standing) {
        pushed = before.queued - now.queued - (now.refused - before.refused)
        refused = now.refused
        remaining = now.queued
    }

    var text: String {
        "Pushed \(pushed.counted("change")); \(refused.grouped) refused, \(remaining.grouped) remaining."
    }

    var json: String { "{\"pushed\": \(pushed), \"refused\": \(refused), \"remaining\": \(remaining)}" }
}
