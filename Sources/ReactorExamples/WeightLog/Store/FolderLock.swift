import Reactor

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The right to change what is in a folder, held by one process at a time.
///
/// The system takes it back when the process ends, however it ends, so no stale lock ever needs to be removed.
final class FolderLock: Sendable {
    private let file: OpenFile

    private init(file: consuming OpenFile) {
        self.file = file
    }

    /// Waits for the folder, two seconds at most, and notes who has it now.
    ///
    /// - Throws: ``StoreError`` that says who has the folder when it does not get free, or why it cannot be used.
    static func acquire(
        _ folder: DataFolder, for verb: String, clock: RuntimeClock = Runtime.live.clock
    ) async throws -> FolderLock {
        try folder.create()
        let step = Duration.milliseconds(20)
        var waited = Duration.zero
        while true {
            if let lock = try attempt(folder, verb: verb) { return lock }
            guard waited < .seconds(2) else { throw StoreError.busyFolder(folder.path, holder: holder(of: folder)) }
            try await clock.sleep(for: step)
            waited += step
        }
    }

    private static func attempt(_ folder: DataFolder, verb: String) throws(StoreError) -> FolderLock? {
        do throws(SystemFailure) {
            let file = try OpenFile(folder.lockFile, for: .locking)
            guard try file.tryLock() else { return nil }
            try file.empty()
            try file.writeAll(Array("\(getpid()) \(verb)\n".utf8))
            return FolderLock(file: file)
        } catch {
            throw .unwritableFolder(folder.path, error)
        }
    }

    /// What the process that has the folder wrote about itself.
    private static func holder(of folder: DataFolder) -> FolderHolder? {
        guard let bytes = try? OpenFile(folder.lockFile, for: .reading).readAll() else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let process = Int(first) else { return nil }
        return FolderHolder(process: process, verb: words.count > 1 ? String(words[1]) : nil)
    }
}

/// The process that has a folder.
struct FolderHolder: Equatable, Sendable {
    let process: Int
    let verb: String?
}
