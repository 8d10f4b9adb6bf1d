import ReactorPlatform

/// The file system of the running system.
package struct SystemFileSystem: FileSystem {
    package init() {}

    package var program: UInt64? { Self.running }

    // Computed once, because an update can replace the file of a running program.
    private static let running = SystemCalls.program.flatMap(SystemCalls.build)

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File {
        let flags =
            switch mode {
            case .read: O_RDONLY
            case .update: O_RDWR | O_CREAT
            case .replace: O_RDWR | O_CREAT | O_TRUNC
            }
        // Without O_NONBLOCK, a pipe without a writer would block the thread forever.
        let descriptor = SystemCalls.open(path, flags: flags | O_CLOEXEC | O_NONBLOCK, mode: 0o600)
        guard descriptor >= 0 else { throw SystemError(call: "open", path: path, code: errno) }
        guard SystemCalls.hasPlaces(descriptor) else {
            SystemCalls.close(descriptor)
            throw SystemError(call: "open", path: path, code: ESPIPE)
        }
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            // Complete until first unlock: a recording continues while the screen is locked.
            if mode.makesFiles { _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3) }
        #endif
        return SystemFile(descriptor, path)
    }

    package func makeFolder(_ path: String) throws(SystemError) {
        try check(SystemCalls.makeFolder(path), "mkdir", path)
    }

    package func list(_ path: String) throws(SystemError) -> [String] {
        guard let names = SystemCalls.list(path) else { throw SystemError(call: "readdir", path: path, code: errno) }
        return names
    }

    package func rename(_ path: String, to other: String) throws(SystemError) {
        try check(SystemCalls.rename(path, other), "rename", path)
    }

    package func remove(_ path: String) throws(SystemError) { try check(SystemCalls.remove(path), "unlink", path) }

    package func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = SystemCalls.open(path, flags: O_RDONLY | O_CLOEXEC, mode: 0)
        guard descriptor >= 0 else { throw SystemError(call: "open", path: path, code: errno) }
        defer { SystemCalls.close(descriptor) }
        let result = SystemCalls.syncFolder(descriptor)
        // Some file systems cannot sync a folder, and return this error.
        if result != 0 && errno != EINVAL { throw SystemError(call: "fsync", path: path, code: errno) }
    }

    package func kind(of path: String) throws(SystemError) -> FileKind? {
        if let kind = SystemCalls.kind(path) { return kind }
        guard errno == ENOENT else { throw SystemError(call: "stat", path: path, code: errno) }
        return nil
    }

    package func identity(of path: String) throws(SystemError) -> FileIdentity? {
        if let identity = SystemCalls.identity(path) { return identity }
        guard errno == ENOENT || errno == ENOTDIR else { throw SystemError(call: "stat", path: path, code: errno) }
        return nil
    }

    private func check(_ result: Int32, _ call: String, _ path: String) throws(SystemError) {
        if result != 0 { throw SystemError(call: call, path: path, code: errno) }
    }
}

final class SystemFile: File {
    private let descriptor: Int32
    private let path: String

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { SystemCalls.close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try count(SystemCalls.read(descriptor, buffer, offset), "pread")
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try count(SystemCalls.write(descriptor, bytes, offset), "pwrite")
    }

    func sync(_ strength: SyncStrength) throws(SystemError) {
        _ = try count(SystemCalls.sync(descriptor, strength), "fdatasync")
    }

    func truncate(to size: UInt64) throws(SystemError) {
        _ = try count(SystemCalls.truncate(descriptor, size), "ftruncate")
    }

    func size() throws(SystemError) -> UInt64 { UInt64(try count(SystemCalls.size(descriptor), "lseek")) }

    func tryLock() throws(SystemError) -> Bool {
        if SystemCalls.lock(descriptor) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw SystemError(call: "flock", path: path, code: errno) }
        return false
    }

    func isLocked() throws(SystemError) -> Bool {
        // The system cannot query a lock. A shared lock fails if a writer has the lock, and does not exclude other readers.
        if SystemCalls.lockShared(descriptor) == 0 {
            _ = SystemCalls.unlock(descriptor)
            return false
        }
        guard errno == EWOULDBLOCK else { throw SystemError(call: "flock", path: path, code: errno) }
        return true
    }

    func identity() throws(SystemError) -> FileIdentity {
        if let identity = SystemCalls.identity(descriptor) { return identity }
        throw SystemError(call: "fstat", path: path, code: errno)
    }

    /// Maps the file, with space for this many bytes.
    func mapped(_ bytes: Int) throws(SystemError) -> MappedFile {
        let code = bytes <= Self.page ? fill(bytes) : SystemCalls.allocate(descriptor, bytes)
        if code != 0 { throw SystemError(call: "fallocate", path: path, code: code) }
        guard let memory = SystemCalls.map(descriptor, bytes) else {
            throw SystemError(call: "mmap", path: path, code: errno)
        }
        let mapping = Mapping(memory: memory)
        return MappedFile(memory) { mapping.end() }
    }

    private static let page = 4_096

    /// Writes zeros, which allocate the space on disk. For one page this takes a fiftieth of the time of an allocation.
    private func fill(_ bytes: Int) -> Int32 {
        let zeros = [UInt8](repeating: 0, count: bytes)
        let written = zeros.withUnsafeBytes { SystemCalls.write(descriptor, $0, 0) }
        return written == bytes ? 0 : written < 0 ? errno : ENOSPC
    }

    private struct Mapping: @unchecked Sendable {
        // Sendable: it is unmapped once, when no thread uses it.
        let memory: UnsafeMutableRawBufferPointer

        func end() { SystemCalls.unmap(memory) }
    }

    private func count<Count: SignedInteger>(_ result: Count, _ call: String) throws(SystemError) -> Count {
        guard result >= 0 else { throw SystemError(call: call, path: path, code: errno) }
        return result
    }
}

#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    extension OpenMode {
        fileprivate var makesFiles: Bool {
            if case .read = self { false } else { true }
        }
    }
#endif
