/// The right to write a journal. It goes with the process that holds it, however that ends.
struct WriterLock {
    private let file: any File

    private static let pause = Duration.milliseconds(10)

    /// - Throws: ``JournalError/locked(folder:pid:waited:)`` when another writer did not end in time.
    nonisolated(nonsending) static func acquire(
        _ folder: JournalFolder, _ configuration: JournalConfiguration
    ) async throws -> WriterLock {
        let file = try configuration.fileSystem.opened(folder.lock, .update)
        let start = configuration.clock.now
        while try !file.triedLock() {
            let waited = configuration.clock.now - start
            if waited >= configuration.waitForWriter {
                throw JournalError.locked(folder: folder.path, pid: try writer(in: file), waited: waited)
            }
            try await configuration.clock.sleep(for: min(pause, configuration.waitForWriter - waited))
        }
        // For the message only.
        try file.truncated(to: 0)
        try file.writeAll(Array("\(SystemCalls.processID)\n".utf8), at: 0)
        return WriterLock(file: file)
    }

    private static func writer(in file: any File) throws -> Int32? {
        Int32(String(decoding: try file.readAll(32, at: 0).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
