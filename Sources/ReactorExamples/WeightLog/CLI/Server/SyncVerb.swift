import Reactor
import ReactorFoundation
import ReactorOffline
import ReactorServices
import ReactorTerminal

/// The subcommand `weightlog sync`.
enum SyncVerb {
    static let verb = Verb(
        "sync", "push queued changes, and fetch the server's weights",
        discussion: """
            Name the server once. Earlier weights are pushed, too. If the server cannot be reached, changes are queued on the disk,
            and each is pushed once.

              weightlog sync --server https://weights.example

            'weightlog queue' shows refused changes. Exit status: 0 if every change was pushed, 1 otherwise.
            """,
        options: Declared.serverOptions
    ) { console in
        guard try console.hasServer else { throw ServerError.noServer }
        try await Session.use(console, .long) { session in
            let before = await session.standing
            let now = try await session.push(console, .long)
            // This number includes changes that other processes pushed in the meantime.
            let pushed = before.queued.subtracting(now.queued).subtracting(now.refused).count
            try console.output.line(
                "Pushed \(pushed.counted("change")); \(now.refused.count.grouped) refused, "
                    + "\(now.queued.count.grouped) remaining.")
            try console.output.flush()
            guard now.queued.isEmpty else {
                throw now.wantsToken
                    ? ServerError.unauthorized(remaining: now.queued.count)
                    : .remaining(now.queued.count, reason: session.outbox?.network.trouble)
            }
            try await session.fetch(console)
            guard now.refused.isEmpty else { throw ServerError.refused(now.refused.count) }
        }
    }
}

extension Console {
    /// Whether the log has a server, or the arguments name one for it.
    var hasServer: Bool {
        get throws {
            let named = try arguments.server()
            return try DataFolder.ofLog(named: arguments)?.server(named: named) != nil
        }
    }
}

extension Arguments {
    /// Returns the server that the arguments name, or nil.
    ///
    /// - Throws: ``ServerError/unusableAddress(reason:)``.
    func server() throws(ServerError) -> BaseURL? {
        guard let text = self[Declared.server] else { return nil }
        do throws(GatewayError) { return try BaseURL(text) } catch { throw .unusableAddress(reason: "\(error)") }
    }

    /// Returns the token in the file that the arguments name, or nil. The token is stored only in memory.
    func token() throws -> Secret? {
        guard let path = self[Declared.tokenFile] else { return nil }
        if path == "-", self[Declared.file] == "-" {
            throw UsageError.conflict("\(Declared.tokenFile.name) -", "FILE -", reason: "standard input is read once")
        }
        guard let text = String(validating: try Input.bytes(path), as: UTF8.self)?.trimmed, !text.isEmpty else {
            throw ServerError.noToken(path: path)
        }
        do {
            try BearerCredential(text).validate()
        } catch {
            throw ServerError.unusableToken(path: path, reason: "\(error)")
        }
        return Secret(text)
    }
}

extension Session {
    /// Pushes the queued changes, as far as the server is available and accepts them.
    ///
    /// - Throws: `CancellationError`; ``StoreError`` if the queue cannot be stored any longer.
    func push(_ console: Console, _ patience: Patience) async throws -> Standing {
        guard let outbox else { return await standing }
        if await outbox.begin(patience) {
            await outbox.queue.idle()
            try Task.checkCancellation()
        }
        if let ended = await outbox.queue.status.ended { throw StoreError.notKept(reason: "\(ended)") }
        try await kept()
        return await standing
    }

    /// Pushes the changes that can be pushed immediately, and reports the rest.
    ///
    /// - Throws: ``ServerError/refused(_:)`` if the server refused a change in this push.
    func deliver(_ console: Console) async throws {
        guard outbox != nil else { return }
        let before = await standing
        // The output is written before the program waits for the server.
        try console.output.flush()
        let now = try await push(console, .short)
        if !now.queued.isEmpty {
            let why = now.wantsToken ? "the server requires a token" : "the server is not available"
            let count = now.queued.count.counted("change")
            try console.note("\(count) queued, because \(why); 'weightlog sync' pushes them")
        }
        let refused = now.refused.subtracting(before.refused)
        if !refused.isEmpty { throw ServerError.refused(refused.count) }
    }

    /// Fetches the weights of the server. The caller calls it after all changes are pushed or refused.
    func fetch(_ console: Console) async throws {
        do {
            try await fetch { count in
                try? console.note("\(count.counted("weight")) of the server cannot be shown (skipped)")
            }
        } catch let error as ReactorServices.ServiceError {
            throw ServerError.notFetched(reason: "\(error)")
        }
    }
}

/// The dependencies of the program when a log has a server.
struct Surroundings: Sendable {
    /// The network for requests.
    var network: @Sendable () -> any NetworkAdapter = { URLSessionNetworkAdapter() }
    /// The clock and the random numbers.
    var runtime = Runtime.live

    /// The dependencies of the task. Subcommands are values without a parameter for them, and tests provide their
    /// own network and clock.
    @TaskLocal static var current = Surroundings()
}
