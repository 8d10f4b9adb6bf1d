import Reactor
import ReactorServices
import ReactorTerminal

extension Session {
    /// Opens the log that the arguments and the environment name, calls `body`, pushes the changes if the log has an
    /// available server, and closes the log.
    static func change(_ console: Console, _ body: (Session) async throws -> Void) async throws {
        try await use(console, .short) { session in
            do {
                defer { if session.hasChanged.withLock({ $0 }) { console.markChanged() } }
                try await body(session)
            } catch  where !(error is CancellationError) {
                // Changes from before the error are pushed, or reported as queued.
                try? await session.deliver(console)
                throw error
            }
            try await keeping(console) { try await session.deliver(console) }
        }
    }

    /// Calls `body` after the changes of a subcommand are on the disk. If the disk is full then, this is a note and not an
    /// error, because a script would repeat the changes after a failure.
    private static func keeping(_ console: Console, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as StoreError {
            guard let reason = error.diskReason else { throw error }
            try console.note("the changes are stored, but the end of the log is not: \(reason.escaped())")
        }
    }

    /// Opens the log, calls `body`, and closes the log. It does not push changes.
    ///
    /// - Parameter patience: The patience of the longest push in `body`.
    static func use(_ console: Console, _ patience: Patience, _ body: (Session) async throws -> Void) async throws {
        let session = try await open(console, patience)
        do {
            try await session.hand()
            try await body(session)
        } catch {
            // The first error is the one to report.
            try? await session.close()
            throw StoreError.from(error)
        }
        try await keeping(console) { try await session.close() }
    }

    private static func open(_ console: Console, _ patience: Patience) async throws -> Session {
        let named = try console.arguments.server()
        guard let folder = try DataFolder.ofLog(named: console.arguments) else {
            guard named == nil else {
                throw UsageError.conflict(
                    Declared.demoUser.name, Declared.server.name, reason: "the example log is pushed nowhere")
            }
            return try await example()
        }
        let (server, token) = (try folder.server(named: named), try console.arguments.token())
        return try await open(
            in: folder, server: server.map { try LogServer(at: $0, token, patience) }, runtime: Runtime(report: report),
            note: { text in try? console.note(text) })
    }
}

extension LogServer {
    fileprivate init(at base: BaseURL, _ token: Secret?, _ patience: Patience) throws {
        let surroundings = Surroundings.current
        let network = PatientNetwork(surroundings.network())
        var parts = GatewayParts(network: network)
        parts.runtime = surroundings.runtime
        parts.maxActiveRequests = Outbox.lanes
        self.init(
            try JsonGateway(baseURL: base, parts: parts), credential: token.map { BearerCredential($0.revealed) },
            network: network, timeout: patience.timeout, runtime: surroundings.runtime)
    }
}

extension Console {
    /// Reads the log that the arguments and the environment name, without opening it for changes.
    func weights() throws -> Weights {
        guard let folder = try DataFolder.ofLog(named: arguments) else {
            var example = Weights()
            example.react(to: RecordsArrived(book: .demoUser))
            return example
        }
        return try Weights(in: folder)
    }

    /// Prints a note that is not an error.
    func note(_ text: String) throws {
        try errors.line("weightlog: note: \(text.escaped())")
    }
}
