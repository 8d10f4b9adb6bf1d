import Reactor

/// A file that this process has locked. The lock goes with this, and with the process, however that ends.
final class HeldFile: Sendable {
    let file: any File
    private let identity: FileIdentity

    /// What this process has locked, so that it does not take itself for another.
    private static let held = Guarded<Set<FileIdentity>>([])

    /// - Returns: nil when it is locked already.
    static func hold(_ file: any File) throws -> HeldFile? {
        let identity = try file.identified()
        guard try file.triedLock() else { return nil }
        _ = held.withLock { $0.insert(identity) }
        return HeldFile(file, identity)
    }

    private init(_ file: any File, _ identity: FileIdentity) {
        self.file = file
        self.identity = identity
    }

    deinit { _ = Self.held.withLock { $0.remove(identity) } }

    /// Whether it is this process that has locked the file.
    static func isHeldHere(_ file: any File) throws -> Bool {
        let identity = try file.identified()
        return held.withLock { $0.contains(identity) }
    }

    /// Whether it still stands at its path.
    func isAt(_ path: String, _ fileSystem: any FileSystem) throws -> Bool {
        try fileSystem.identified(path) == identity
    }
}
