import Foundation

/// A temporary file for a body. The file is locked while this object exists, so an unlocked file was left by a process
/// that was killed.
final class TemporaryFile: Sendable {
    let url: URL
    private let handle: FileHandle

    private static let prefix = "reactor-body-"
    /// Removes files of other processes, once per process.
    private static let sweep: Void = {
        let folder = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) { removeIfLeft(folder.appendingPathComponent(name)) }
    }()

    /// Creates an empty file that only this user can read.
    init() throws {
        Self.sweep
        var made = try Self.make()
        // Another process can remove the file before it is locked.
        if !FileManager.default.fileExists(atPath: made.url.path) { made = try Self.make() }
        (url, handle) = made
    }

    /// Opens a file that exists.
    init(at url: URL) throws {
        self.url = url
        handle = try FileHandle(forUpdating: url)
    }

    private static func make() throws -> (url: URL, handle: FileHandle) {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(prefix)\(UUID().uuidString)")
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade, let handle = FileHandle(forUpdatingAtPath: url.path) else {
            throw GatewayError.unreadableBody(path: url.path, reason: "a temporary file cannot be created for it")
        }
        _ = flock(handle.fileDescriptor, LOCK_EX | LOCK_NB)
        return (url, handle)
    }

    deinit {
        // If the file cannot be removed, the next process does it.
        try? FileManager.default.removeItem(at: url)
        try? handle.close()
    }

    func write(_ data: Data) throws {
        try handle.seekToEnd()
        try handle.write(contentsOf: data)
    }

    func read(_ count: Int, at offset: Int) throws -> Data {
        try handle.seek(toOffset: UInt64(offset))
        return try handle.read(upToCount: count) ?? Data()
    }

    /// Truncates the file, which frees its space on the disk.
    func empty() throws { try handle.truncate(atOffset: 0) }

    /// Removes a file unless a running process has it locked.
    static func removeIfLeft(_ url: URL) {
        guard let handle = FileHandle(forUpdatingAtPath: url.path) else { return }
        defer { try? handle.close() }
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        try? FileManager.default.removeItem(at: url)
    }
}
