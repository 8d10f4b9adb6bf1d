import Reactor
import ReactorFoundation
import ReactorOffline
import ReactorServices
import ReactorTerminal

/// `weightlog sync`.
enum SyncVerb {
    static let verb = Verb(
        "sync", "push queued changes, and fetch the server's weights",
        discussion: """
            Name the server once. Earlier weights are pushed, too. If the server cannot be reached, changes are queued on the disk,
            and each is pushed once.

              weightlog sync --server https://weights.example

            'weightlog queue' shows refused changes. Exit status: 0 if every change was pushed, 1 otherwise.
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
            guard now.queued.isEmpty else {
                throw now.wantsToken
                    ? ServerError.unauthorized(remaining: now.queued.count)
                    : .remaining(now.queued.count, reason: session.outbox?.trouble.text)
            }
            try await session.fetch(console)
            guard now.refused.isEmpty else { throw ServerError.refused(now.refused.count) }
        }
    }
}

/// The result for the queued changes.
struct SyncReport: Hashable {
    /// Of the changes that were queued at first. Includes those that other processes pushed in the meantime.
    let pushed: Int
    /// Also what was refused before.
    let refused: Int
    let remaining: Int

    init(from before: Standing, to now: Standing) {
        pushed = before.queued.subtracting(now.queued).subtracting(now.refused).count
        refused = now.refused.count
        remaining = now.queued.count
    }

    var text: String {
        "Pushed \(pushed.counted("change")); \(refused.grouped) refused, \(remaining.grouped) remaining."
    }

    var json: String { "{\"pushed\": \(pushed), \"refused\": \(refused), \"remaining\": \(remaining)}" }
}

extension Console {
    /// Whether the log has a server, or is given one now.
    var hasServer: Bool {
        get throws {
            let named = try arguments.server()
            return try DataFolder.ofLog(named: arguments)?.server(named: named) != nil
        }
    }
}

extension Arguments {
    /// The server that was named, or nil.
    ///
    /// - Throws: ``ServerError/unusableAddress(reason:)``.
    func server() throws(ServerError) -> BaseURL? {
        guard let text = self[Declared.server] else { return nil }
        do throws(GatewayError) { return try BaseURL(text) } catch { throw .unusableAddress(reason: "\(error)") }
    }

    /// The token in the file that was named, or nil. It is held in memory alone.
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
    /// Makes a change that can be undone. It is on the disk and shows then.
    func make(_ change: Change) async throws {
        let change = outbox == nil ? change : change.keyed
        let deed = DeedDone.events(change.words, change.rows(in: await state))
        try await carryOut([change], deed) { change.command(deed) }
    }

    /// Deletes every weight.
    func erase() async throws {
        let records = await state.book.records
        let deed = DeedDone.events("deleted every weight", records.map { ChangedRow(before: $0, after: nil) })
        try await carryOut(records.map { .delete($0) }, deed) { EraseWeights(deed: deed) }
    }

    /// Undoes or redoes the next deed of which anything is left.
    ///
    /// - Returns: the words of the deed, or nil if there is none.
    func step(_ direction: Weights.Direction) async throws -> String? {
        while let (deed, event, changes) = await state.next(direction) {
            guard !changes.isEmpty else {
                core.fire(event: event)
                continue
            }
            if let outbox {
                try await outbox.enqueue(changes.map(\.keyed))
                core.fire(event: event)
                try await changed()
            } else {
                try await perform(ChangeWeights(changes: changes, deed: [event]))
                hasChanged.withLock { $0 = true }
            }
            return deed.words
        }
        return nil
    }

    /// Makes changes through the log's own service, with their deed in one group, or enqueues them for the server. In that case the
    /// deed is recorded first: if the program is killed in between, it is a deed of which nothing is left to undo.
    private func carryOut(
        _ changes: [Change], _ deed: [any Event], _ command: () -> any Command<Weights>
    ) async throws {
        guard let outbox else {
            try await perform(command())
            return hasChanged.withLock { $0 = true }
        }
        core.fire(events: deed)
        try await kept()
        try await outbox.enqueue(changes)
        try await changed()
    }

    private func changed() async throws {
        try await kept()
        hasChanged.withLock { $0 = true }
    }

    /// Hands over to the server's queue what was logged before there was a server.
    func hand() async throws {
        guard let outbox else { return }
        let refused = Set(await outbox.queue.deadLetters.map(\.change).filter { $0.action == .put }.map(\.record.id))
        let unknown = await state.book.records.filter { $0.key == nil }
        guard !unknown.isEmpty else { return }
        // One that was refused is with the refused changes; its taking out of the log did not reach the disk.
        for record in unknown where refused.contains(record.id) {
            core.fire(event: ChangeConfirmed(saved: .delete(record), version: 0))
        }
        try await outbox.enqueue([Change.add(unknown.filter { !refused.contains($0.id) }).keyed])
        try await kept()
    }
}

extension Change {
    /// The change with a key for each record that it adds: a UUID, so that no other device makes the same key.
    fileprivate var keyed: Change {
        guard case .add(let records) = self else { return self }
        return .add(
            records.map { record in
                var keyed = record
                keyed.key = record.key ?? UUID().uuidString.lowercased()
                return keyed
            })
    }
}

/// How much of a log has not reached its server.
struct Standing: Hashable, Sendable {
    var queued: Set<ChangeID> = []
    var refused: Set<ChangeID> = []
    var wantsToken = false
}

extension Session {
    /// The changes that wait, and those that were refused; empty for a log without a server.
    var standing: Standing {
        get async {
            guard let queue = outbox?.queue else { return Standing() }
            return Standing(
                queued: Set(await queue.queued.map(\.id)), refused: Set(await queue.deadLetters.map(\.id)),
                wantsToken: await queue.status.isWaitingForCredentials)
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

    /// Pushes the changes that can be pushed immediately, and reports the rest.
    ///
    /// - Throws: ``ServerError/refused(_:)`` when the server refused something now.
    func deliver(_ console: Console) async throws {
        guard outbox != nil else { return }
        let before = await standing
        // What was changed shows before the server is waited for.
        try console.output.flush()
        let now = try await push(console)
        if !now.queued.isEmpty {
            let why = now.wantsToken ? "the server requires a token" : "the server is not available"
            let count = now.queued.count.counted("change")
            try console.note("\(count) queued, because \(why); 'weightlog sync' pushes them")
        }
        let refused = now.refused.subtracting(before.refused)
        if !refused.isEmpty { throw ServerError.refused(refused.count) }
    }

    /// Brings what the server has, once nothing waits to be pushed there.
    func fetch(_ console: Console) async throws {
        guard let outbox else { return }
        let taken = await outbox.numbers
        do {
            try await perform(
                FetchWeights(client: outbox.client, taken: taken) { count in
                    try? console.note("\(count.counted("weight")) of the server cannot be shown (skipped)")
                })
        } catch let error as ReactorServices.ServiceError {
            throw ServerError.notFetched(reason: "\(error)")
        }
    }
}
