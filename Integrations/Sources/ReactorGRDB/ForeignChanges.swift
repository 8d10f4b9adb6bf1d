public import GRDB
public import Reactor

/// Notifies the observers of a database in this process when another process has written into it, which SQLite does not do.
///
/// ```swift
/// let others = Task { try await ForeignChanges(in: database).run() }      // one for each open database
/// ```
///
/// It polls a number that SQLite changes with each commit of another connection, and does not take a write lock.
public struct ForeignChanges: Sendable {
    private let database: any DatabaseWriter
    private let interval: Duration
    private let clock: RuntimeClock

    /// Polls a database that other processes write.
    ///
    /// - Parameters:
    ///   - database: A pool or a queue that may write, since GRDB does not notify observers of a read-only one.
    ///   - interval: The time between two polls, and so the maximum delay of a notification. A poll takes less than a tenth of a
    ///     millisecond.
    ///   - clock: The clock of the interval, for example that of the app's runtime.
    public init(
        in database: any DatabaseWriter, every interval: Duration = .milliseconds(100),
        clock: RuntimeClock = RuntimeClock(.continuous)
    ) {
        self.database = database
        self.interval = interval
        self.clock = clock
    }

    /// Polls until its task is canceled. The first poll always notifies: a write may have happened before it.
    ///
    /// - Throws: `CancellationError`, and the error of SQLite if the database cannot be read. A lock of another process is not
    ///   an error: the next poll finds its write.
    public func run() async throws {
        var seen: Int?
        while true {
            seen = try await look(seen)
            try await clock.sleep(for: interval)
        }
    }

    private func look(_ seen: Int?) async throws -> Int? {
        do {
            return try await database.writeWithoutTransaction { database in
                let version = try Int.fetchOne(database, sql: "PRAGMA data_version")
                guard version != seen else { return seen }
                // Observers are notified at the end of a transaction, and this transaction locks nothing.
                try database.inTransaction(.deferred) {
                    try database.notifyChanges(in: .fullDatabase)
                    return .commit
                }
                return version
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return seen
        }
    }
}
