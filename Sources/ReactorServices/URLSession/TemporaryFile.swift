import Foundation

/// A temporary file that a body waits in. As long as somebody holds this its process has the file locked, so a file
/// that nobody has locked was left behind by a process that was killed.
final class TemporaryFile: Sendable {
    let url: URL
    private let handle: FileHandle

    private static let prefix = "reactor-body-"
    /// Removes what was left behind, once in a process.
    private static let sweep: Void = {
        let folder = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) { removeIfLeft(folder.appendingPathComponent(name)) }
    }()

    /// An empty file that only this user can read.
    init() throws {
        Self.sweep
        var made = try Self.make()
        // Before it was locked, it looked left behind to another process.
        if !FileManager.default.fileExists(atPath: made.url.path) { made = try Self.make() }
        (url, handle) = made
    }

    private static func make() throws -> (url: URL, handle: FileHandle) {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(prefix)\(UUID().uuidString)")
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade, let handle = FileHandle(forUpdatingAtPath: url.path) else {
            throw GatewayError(.unreadableBody(path: url.path, reason: "a temporary file cannot be created for it"))
        }
        _ = flock(handle.fileDescriptor, LOCK_EX | LOCK_NB)
        return (url, handle)
    }

    deinit {
        // It is in the folder for temporary files: if it cannot be removed, the next process does it.
        try? FileManager.default.removeItem(at: url)
        try? handle.close()
    }

    /// Adds to it.
    func write(_ data: Data) throws {
        try handle.seekToEnd()
        try handle.write(contentsOf: data)
    }

    /// Reads so many bytes from this place, or as many as there are.
    func read(_ count: Int, at offset: Int) throws -> Data {
        try handle.seek(toOffset: UInt64(offset))
        return try handle.read(upToCount: count) ?? Data()
    }

    /// Gives its room on the disk back.
    func empty() throws { try handle.truncate(atOffset: 0) }

    /// Removes a file unless its process still lives.
    static func removeIfLeft(_ url: URL) {
        guard let handle = FileHandle(forUpdatingAtPath: url.path) else { return }
        defer { try? handle.close() }
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        try? FileManager.default.removeItem(at: url)
    }
}
