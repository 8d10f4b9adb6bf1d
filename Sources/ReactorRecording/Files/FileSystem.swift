/// What a journal asks of the system: nothing more than single system calls, so that a model can stand in for it that
/// loses, tears and refuses them.
///
/// Each may fail with a ``SystemError``, also with one that only means to be asked again; what stands in the extensions
/// asks again.
package protocol FileSystem: Sendable {
    /// Opens a file. Files that are made are for their owner alone.
    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File
    /// Makes a folder for its owner alone; its parent is there.
    func makeFolder(_ path: String) throws(SystemError)
    /// The names in a folder, in no order.
    func list(_ path: String) throws(SystemError) -> [String]
    func rename(_ path: String, to other: String) throws(SystemError)
    func remove(_ path: String) throws(SystemError)
    /// Brings the names in a folder to the disk.
    func syncFolder(_ path: String) throws(SystemError)
    func kind(of path: String) throws(SystemError) -> FileKind?
    /// Which file stands at a path, nil when there is none.
    func identity(of path: String) throws(SystemError) -> FileIdentity?
    /// A new file of so many bytes, all zero, which are memory of this process and have their room on the disk; nil where
    /// files are never mapped.
    func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile?
    /// Distinguishes the builds of the program that runs; nil where that is not known.
    var program: UInt64? { get }
}

extension FileSystem {
    package var program: UInt64? { nil }

    package func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile? { nil }
}

/// An open file. It is closed when it is released.
package protocol File: AnyObject, Sendable {
    /// Reads what stands at `offset`, some of it perhaps; nothing at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int
    /// Writes at `offset`, some of it perhaps.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int
    /// Returns when everything that was written is where `strength` says.
    func sync(_ strength: SyncStrength) throws(SystemError)
    func truncate(to size: UInt64) throws(SystemError)
    func size() throws(SystemError) -> UInt64
    /// Locks the file until it is closed; false when another open file of it holds the lock.
    func tryLock() throws(SystemError) -> Bool
    /// Whether another open file of it holds the lock. Locks nothing.
    func isLocked() throws(SystemError) -> Bool
    /// Which file this is, whatever its name is by now.
    func identity() throws(SystemError) -> FileIdentity
}

/// Distinguishes files, whatever their names are. A removed file may share it with a later one; an open file does not.
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
    /// For reading and writing; made when it is not there.
    case update
    /// The same, and empty.
    case replace
}

package enum FileKind: Sendable {
    case file
    case folder
}

/// How far a sync goes.
package enum SyncStrength: Sendable {
    /// To the disk as the system sees it.
    case disk
    /// Through the cache of the disk itself, where a system distinguishes the two.
    case platter
}

/// A system call that failed.
package struct SystemError: Error, Hashable {
    package var call: String
    package var path: String
    /// `errno`
    package var code: Int32

    package init(call: String, path: String, code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }
}
