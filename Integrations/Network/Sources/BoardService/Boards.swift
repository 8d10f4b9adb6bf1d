import Reactor
import ReactorRecording
import ServiceLifecycle

/// A core for each user: opened from its journal at the first request, closed after some time without requests.
actor Boards: Service {
    private struct Entry {
        let opening: Task<OpenedCore<Board>, any Error>
        var users = 0
        var usedLast: Duration
    }

    private let folder: String
    private let idle: Duration
    private let clock: RuntimeClock
    private var entries: [String: Entry] = [:]
    private var closing: [String: Task<Void, any Error>] = [:]

    init(in folder: String, idle: Duration = .seconds(60), clock: RuntimeClock = RuntimeClock(.continuous)) {
        self.folder = folder
        self.idle = idle
        self.clock = clock
    }

    /// The number of open boards.
    var count: Int { entries.count }
    /// The number of requests that use boards now.
    var users: Int { entries.values.reduce(0) { $0 + $1.users } }

    /// Runs a closure with the board of a user, which stays open in the meantime.
    nonisolated func use<Answer>(
        _ user: String, _ body: (OpenedCore<Board>) async throws -> Answer
    ) async throws -> Answer {
        let opening = await enter(user)
        do {
            let answer = try await body(try await opening.value)
            await leave(user, fails: false)
            return answer
        } catch {
            await leave(user, fails: error is JournalError)
            throw error
        }
    }

    private func enter(_ user: String) -> Task<OpenedCore<Board>, any Error> {
        var entry = entries[user] ?? Entry(opening: open(user, after: closing[user]), usedLast: clock.now)
        entry.users += 1
        entries[user] = entry
        return entry.opening
    }

    private func leave(_ user: String, fails: Bool) {
        entries[user]?.users -= 1
        entries[user]?.usedLast = clock.now
        // If a board could not be opened, the next request tries again.
        if fails, entries[user]?.users == 0 { entries[user] = nil }
    }

    private func open(
        _ user: String, after closing: Task<Void, any Error>?
    ) -> Task<OpenedCore<Board>, any Error> {
        Task { [folder] in
            _ = await closing?.result
            return try await Core.open(
                journal: "\(folder)/\(user)", initial: Board(), catalog: Board.catalog,
                configuration: JournalConfiguration(app: "boards", durability: .process), middlewares: [Rules()])
        }
    }

    /// Closes the boards that no request uses and that have been unused for this long.
    private func close(idleFor duration: Duration) async {
        let now = clock.now
        for (user, entry) in entries where entry.users == 0 && now - entry.usedLast >= duration {
            entries[user] = nil
            closing[user] = Task { try await entry.opening.value.close() }
        }
        for task in closing.values { _ = await task.result }
        closing = [:]
    }

    /// Closes idle boards until the server has ended, and then all.
    func run() async throws {
        try? await cancelWhenGracefulShutdown { [clock, idle] in
            while true {
                try await clock.sleep(for: idle)
                await self.close(idleFor: idle)
            }
        }
        await close(idleFor: .zero)
    }
}
