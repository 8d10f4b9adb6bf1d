import Reactor
import ReactorPlatform

/// The lock that a writer holds. It ends with the process.
struct WriterLock {
    private let held: LockedFile
    private let folder: JournalFolder

    private static let pause = Duration.milliseconds(10)
    /// The limit of a wait for a shared lock. A reader has it briefly; another program may keep it.
    private static let longestCheck = Duration.seconds(1)

    /// - Throws: ``JournalError`` if another writer did not end in time.
    nonisolated(nonsending) static func acquire(
        _ folder: JournalFolder, _ configuration: JournalConfiguration
    ) async throws -> WriterLock {
        let start = configuration.clock.now
        while true {
            let file = try configuration.fileSystem.open(folder.lock, .update)
            if let held = try LockedFile.hold(file) {
                // The previous owner may have removed the file.
                guard try held.isAt(folder.lock, configuration.fileSystem) else { continue }
                // Only for the message.
                try file.truncate(to: 0)
                try file.writeAll(Array("\(getpid())\n".utf8), at: 0)
                return WriterLock(held: held, folder: folder)
            }
            let isWritten = try file.isLocked()
            let waited = configuration.clock.now - start
            let limit = isWritten ? configuration.waitForWriter : max(configuration.waitForWriter, longestCheck)
            if waited >= limit {
                throw try refusal(folder, file, pid: isWritten ? try writer(in: file) : nil, waited: waited)
            }
            try await configuration.clock.sleep(for: min(pause, limit - waited))
        }
    }

    /// Returns the error for a locked file.
    static func refusal(
        _ folder: JournalFolder, _ file: any File, pid: Int32? = nil, waited: Duration = .zero
    ) throws -> JournalError {
        try LockedFile.isHeldHere(file)
            ? .lockedHere(folder: folder.path, waited: waited)
            : .locked(folder: folder.path, pid: pid, waited: waited)
    }

    /// Throws if the lock file no longer exists.
    func confirm(_ fileSystem: any FileSystem) throws {
        guard try held.isAt(folder.lock, fileSystem) else { throw JournalError.removed(path: folder.lock) }
    }

    /// Whether a process is writing this journal. Only the lock decides, because the process id in the file can belong to another
    /// process namespace, such as a container, or to a later process.
    static func isHeld(_ folder: JournalFolder, _ fileSystem: any FileSystem) throws -> Bool {
        guard try fileSystem.identity(of: folder.lock) != nil else { return false }
        return try fileSystem.open(folder.lock, .read).isLocked()
    }

    private static func writer(in file: any File) throws -> Int32? {
        Int32(String(decoding: try file.readAll(32, at: 0).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
