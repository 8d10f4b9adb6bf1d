import Reactor

/// A file that this process has locked. The lock ends with this object, or with the process.
final class LockedFile: Sendable {
    let file: any File
    private let identity: FileIdentity

    /// The files that this process has locked, which distinguish it from other processes.
    private static let held = Guarded<Set<FileIdentity>>([])

    /// - Returns: nil if the file is already locked.
    static func hold(_ file: any File) throws -> LockedFile? {
        let identity = try file.identity()
        guard try file.tryLock() else { return nil }
        _ = held.withLock { $0.insert(identity) }
        return LockedFile(file, identity)
    }

    private init(_ file: any File, _ identity: FileIdentity) {
        self.file = file
        self.identity = identity
    }

    deinit { _ = Self.held.withLock { $0.remove(identity) } }

    /// Whether this process has locked the file.
    static func isHeldHere(_ file: any File) throws -> Bool {
        let identity = try file.identity()
        return held.withLock { $0.contains(identity) }
    }

    func isAt(_ path: String, _ fileSystem: any FileSystem) throws -> Bool {
        try fileSystem.identity(of: path) == identity
    }
}
