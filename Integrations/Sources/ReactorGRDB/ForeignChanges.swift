public import GRDB
public import Reactor

/// Tells what observes a database in this process that another process has written into it: SQLite does not.
///
/// ```swift
/// let others = Task { try await ForeignChanges(in: database).run() }      // one for each open database
/// ```
///
/// It looks at a number that SQLite changes with each commit of another connection, and takes no lock to write.
public struct ForeignChanges: Sendable {
    private let database: any DatabaseWriter
    private let interval: Duration
    private let clock: RuntimeClock

    /// Looks at a database that other processes write.
    ///
    /// - Parameters:
    ///   - database: a pool or a queue that may write, since GRDB tells nobody about one that is read only.
    ///   - interval: the time between two looks: what others write is seen so much later at most, and a look takes less
    ///     than a tenth of a millisecond.
    ///   - clock: what it is measured with, that of the app's runtime, say.
    public init(
        in database: any DatabaseWriter, every interval: Duration = .milliseconds(100),
        clock: RuntimeClock = RuntimeClock(.continuous)
    ) {
        self.database = database
        self.interval = interval
        self.clock = clock
    }

    /// Looks until its task is cancelled. The first look tells in any case: something may have been written before it.
    ///
    /// - Throws: `CancellationError`, and what SQLite says when the database cannot be read. That another process has it
    ///   locked is no error: the next look sees what it wrote.
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
                // Observers are told at the end of a transaction, and this one locks nothing.
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
