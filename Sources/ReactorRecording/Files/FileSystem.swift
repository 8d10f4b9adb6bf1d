import Reactor

/// The file operations of a journal. Each is a single system call, so that a model can replace them and simulate losses and
/// errors. A call that a signal interrupts is repeated.
package protocol FileSystem: Sendable {
    /// Opens a file. A new file is only accessible to its owner.
    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File
    /// Creates a folder that is only accessible to its owner. Its parent must exist.
    func makeFolder(_ path: String) throws(SystemError)
    /// Returns the names in a folder, in no particular order.
    func list(_ path: String) throws(SystemError) -> [String]
    func rename(_ path: String, to other: String) throws(SystemError)
    func remove(_ path: String) throws(SystemError)
    /// Syncs the names in a folder to disk.
    func syncFolder(_ path: String) throws(SystemError)
    func kind(of path: String) throws(SystemError) -> FileKind?
    /// Returns the identity of the file at a path, or nil if there is none.
    func identity(of path: String) throws(SystemError) -> FileIdentity?
    /// Creates a file of zeros that is mapped into memory and has its space on disk; returns nil if the file system does not map
    /// files.
    func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile?
    /// The build of the running program, or nil if it is not known.
    var program: UInt64? { get }
}

extension FileSystem {
    package var program: UInt64? { nil }

    package func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile? { nil }
}

/// An open file. Releasing it closes the file.
package protocol File: AnyObject, Sendable {
    /// Reads bytes at `offset`, perhaps fewer than requested, and none at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int
    /// Writes bytes at `offset`, perhaps fewer than requested.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int
    /// Returns when all written bytes are durable according to `strength`.
    func sync(_ strength: SyncStrength) throws(SystemError)
    func truncate(to size: UInt64) throws(SystemError)
    func size() throws(SystemError) -> UInt64
    /// Locks the file until it is closed; returns false if another open file has the lock.
    func tryLock() throws(SystemError) -> Bool
    /// Whether another open file has the lock. This takes no lock.
    func isLocked() throws(SystemError) -> Bool
    /// Returns the identity of the file, independent of its current name.
    func identity() throws(SystemError) -> FileIdentity
}

/// The identity of a file, independent of its name. A later file can reuse the identity of a removed one, but not of an open one.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let node: UInt64

    package init(device: UInt64, node: UInt64) {
        self.device = device
        self.node = node
    }
}

package enum OpenMode: Sendable {
    case read
    /// For reading and writing. The file is created if it does not exist.
    case update
    /// As `update`, and the file is emptied.
    case replace
}

package enum FileKind: Sendable {
    case file
    case folder
}

package enum SyncStrength: Sendable {
    /// To the disk as the system sees it.
    case disk
    /// Through the cache of the disk, if the system makes this distinction.
    case platter
}

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
