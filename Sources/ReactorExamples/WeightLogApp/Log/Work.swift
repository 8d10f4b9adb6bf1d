import ExampleWeightLogCore
import Reactor
import ReactorOffline
import ReactorServices

/// Something that the app does with the log. It is also the event that does it again after an error.
package enum Work: Event, Hashable {
    /// Opens the log of the chosen environment.
    case open
    /// Pushes the changes, and fetches the weights of other devices.
    case sync
    /// Pushes the changes.
    case push
    /// Logs a weight, or corrects the weight with a number.
    case save(Reading, of: Int?)
    case delete(WeightRecord)
    case step(Weights.Direction)
    /// Sends refused changes again, or discards them.
    case retryRefused, dropRefused
    /// Releases the folder of the log while the app is in the background.
    case suspend, resume

    nonisolated var changesLog: Bool {
        switch self {
        case .save, .delete, .step: true
        default: false
        }
    }
}

/// Work has succeeded.
package struct WorkDone: Event {
    let work: Work
    let counted: Counted

    /// Whether the changes are pushed now.
    nonisolated var isFollowedByPush: Bool {
        switch work {
        case .save, .delete, .step, .retryRefused, .resume: true
        default: false
        }
    }
}

/// The numbers of changes that are not sent, and that the server refused.
package struct Counted: Event {
    let unsent: Int
    let refused: Int

    nonisolated init(_ standing: Standing) {
        (unsent, refused) = (standing.queued.count, standing.refused.count)
    }
}

/// Does the work with the session of the chosen environment, through the commands of the `weightlog` program.
package struct Perform: Command {
    let work: Work
    let logs: OpenLogs

    package var options: CommandOptions {
        switch work {
        case .open: CommandOptions(id: "open", policy: .restart, owner: ServerEnvironment.self)
        case .sync: CommandOptions(id: "sync", policy: .restart, owner: ServerEnvironment.self)
        case .push: CommandOptions(id: "sync", policy: .keepLatest, owner: ServerEnvironment.self)
        // One after another: the folder is not released during a change, and no change is made while it is released.
        default: CommandOptions(id: "change", policy: .enqueue, owner: ServerEnvironment.self)
        }
    }

    package func execute(state: Desk, core: Core<Desk>) async throws {
        do {
            guard let session = try await perform(state, core) else { return }
            let standing = await session.standing
            core.fire(event: WorkDone(work: work, counted: Counted(standing)))
        } catch {
            if let session = try? await logs.connection.content(in: state.environment) {
                core.fire(event: Counted(await session.standing))
            }
            if let problem = UserFacingError(error, retry: work) { core.fire(event: problem) }
        }
    }

    /// Returns the session, or nil if no log is open for work that the app starts on its own.
    private func perform(_ state: Desk, _ core: Core<Desk>) async throws -> Session? {
        let session: Session
        switch work {
        case .open: return try await open(state, core)
        case .sync, .push, .suspend, .resume:
            guard let log = try? await logs.connection.content(in: state.environment) else { return nil }
            session = log
        default: session = try await logs.connection.content(in: state.environment)
        }
        // The folder is still released if another process had it when the app became active.
        if work.changesLog { try await session.resume() }
        switch work {
        case .open: break
        case .save(let reading, of: nil):
            try await session.make(.add([WeightRecord(id: await session.book.nextID, reading: reading)]))
        case .save(let reading, of: let id?):
            guard let old = await session.book[id] else { throw ServiceError.noSuchRecord(id) }
            try await session.make(.update(old.corrected(to: reading)))
        case .delete(let record):
            guard let record = await session.book[record.id] else { throw ServiceError.noSuchRecord(record.id) }
            try await session.make(.delete(record))
        case .step(let direction): _ = try await session.step(direction)
        case .push: try await session.push(isOnline: state.isOnline)
        case .sync: try await session.sync()
        case .retryRefused:
            for letter in await session.outbox?.queue.deadLetters ?? [] {
                try await session.outbox?.queue.retry(letter.id)
            }
        case .dropRefused:
            for letter in await session.outbox?.queue.deadLetters ?? [] {
                try await session.outbox?.queue.drop(letter.id)
            }
        case .suspend: try await session.suspend()
        case .resume: try await session.resume()
        }
        return session
    }

    private func open(_ state: Desk, _ core: Core<Desk>) async throws -> Session {
        let session = try await logs.open(state.environment) { text in core.fire(event: Noted(text: text)) }
        core.fire(event: LogOpened(hasServer: session.outbox != nil))
        if session.outbox != nil, await core.state.isOnline { core.fire(event: Work.sync) }
        return session
    }
}

nonisolated extension Session {
    /// Pushes the changes that can be pushed immediately. Other changes wait for the next push. The queue also sends on its
    /// own while it is online, so this also waits until its results are visible.
    fileprivate func push(isOnline: Bool) async throws {
        guard let outbox else { return }
        guard isOnline else { return await outbox.queue.setOnline(false) }
        if await outbox.begin(.short) { await outbox.queue.idle() }
        await core.settled()
        try await checkCredential()
    }

    /// Pushes every change, and fetches the weights of other devices.
    ///
    /// - Throws: ``ServerError``, or the error of the service.
    fileprivate func sync() async throws {
        if let outbox, await outbox.begin(.long) { await outbox.queue.idle() }
        try Task.checkCancellation()
        try await checkCredential()
        let unsent = await standing.queued.count
        if unsent > 0 { throw ServerError.remaining(unsent, reason: nil) }
        try await fetch()
    }

    private func checkCredential() async throws {
        let now = await standing
        if now.wantsToken { throw ServerError.unauthorized(remaining: now.queued.count) }
    }
}
