#if canImport(Darwin)
    import Foundation
#endif
import ReactorPlatform

/// The file system of the running system.
package struct SystemFileSystem: FileSystem {
    package init() {}

    package var program: UInt64? { Self.running }

    // Computed once, because an update can replace the file of a running program.
    private static let running = executable.flatMap(build)

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File {
        let flags =
            switch mode {
            case .read: O_RDONLY
            case .update: O_RDWR | O_CREAT
            case .replace: O_RDWR | O_CREAT | O_TRUNC
            }
        // Without O_NONBLOCK, a pipe without a writer would block the thread forever.
        let descriptor = try done("open", path) { openFile(path, flags | O_CLOEXEC | O_NONBLOCK) }
        // A file or a folder can be read at an offset; a pipe or a device cannot.
        var status = stat()
        guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            close(descriptor)
            throw SystemError(call: "open", path: path, code: ESPIPE)
        }
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            // Complete until first unlock: a recording continues while the screen is locked.
            if mode.makesFiles { _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3) }
        #endif
        return SystemFile(descriptor, path)
    }

    package func makeFolder(_ path: String) throws(SystemError) { _ = try done("mkdir", path) { mkdir(path, 0o700) } }

    package func list(_ path: String) throws(SystemError) -> [String] {
        guard let folder = opendir(path) else { throw SystemError(call: "readdir", path: path, code: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw SystemError(call: "readdir", path: path, code: errno) }
        return names
    }

    package func rename(_ path: String, to other: String) throws(SystemError) {
        _ = try done("rename", path) { renameFile(path, other) }
    }

    package func remove(_ path: String) throws(SystemError) { _ = try done("unlink", path) { unlink(path) } }

    package func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = try done("open", path) { openFile(path, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        do throws(SystemError) {
            _ = try done("fsync", path) { fsync(descriptor) }
        } catch let error where error.code == EINVAL {
            // Some file systems cannot sync a folder.
        }
    }

    package func kind(of path: String) throws(SystemError) -> FileKind? {
        try status(path, ENOENT).map { $0.st_mode & S_IFMT == S_IFDIR ? .folder : .file }
    }

    package func identity(of path: String) throws(SystemError) -> FileIdentity? {
        try status(path, ENOENT, ENOTDIR).map(FileIdentity.init)
    }

    /// Returns nil if the call fails with one of these codes.
    private func status(_ path: String, _ absent: Int32...) throws(SystemError) -> stat? {
        var status = stat()
        do throws(SystemError) {
            _ = try done("stat", path) { stat(path, &status) }
            return status
        } catch let error where absent.contains(error.code) {
            return nil
        }
    }
}

/// Returns the result of a call, and repeats it if a signal interrupts it.
private func done<Count: SignedInteger>(
    _ call: String, _ path: String, _ body: () -> Count
) throws(SystemError) -> Count {
    while true {
        let result = body()
        if result >= 0 { return result }
        guard errno == EINTR else { throw SystemError(call: call, path: path, code: errno) }
    }
}

// Methods of the file system have these names.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }

extension FileIdentity {
    fileprivate init(_ status: stat) {
        self.init(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
    }
}

final class SystemFile: File {
    private let descriptor: Int32
    private let path: String

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try done("pread", path) { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try done("pwrite", path) { pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
    }

    func sync(_ strength: SyncStrength) throws(SystemError) {
        #if canImport(Darwin)
            if strength == .platter && fcntl(descriptor, F_FULLFSYNC) == 0 { return }
            _ = try done("fsync", path) { fsync(descriptor) }
        #else
            _ = try done("fdatasync", path) { fdatasync(descriptor) }
        #endif
    }

    func truncate(to size: UInt64) throws(SystemError) {
        _ = try done("ftruncate", path) { ftruncate(descriptor, off_t(size)) }
    }

    func size() throws(SystemError) -> UInt64 { UInt64(try done("lseek", path) { lseek(descriptor, 0, SEEK_END) }) }

    func tryLock() throws(SystemError) -> Bool { try locks(LOCK_EX) }

    func isLocked() throws(SystemError) -> Bool {
        // The system cannot query a lock. A shared lock fails if a writer has the lock, and does not exclude other readers.
        guard try locks(LOCK_SH) else { return true }
        flock(descriptor, LOCK_UN)
        return false
    }

    private func locks(_ kind: Int32) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try done("flock", path) { flock(descriptor, kind | LOCK_NB) } == 0
        } catch let error where error.code == EWOULDBLOCK {
            return false
        }
    }

    func identity() throws(SystemError) -> FileIdentity {
        var status = stat()
        _ = try done("fstat", path) { fstat(descriptor, &status) }
        return FileIdentity(status)
    }

    /// Maps the file, with space for this many bytes.
    func mapped(_ bytes: Int) throws(SystemError) -> MappedFile {
        try bytes <= Self.page ? fill(bytes) : allocate(bytes)
        guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw SystemError(call: "mmap", path: path, code: errno) }
        let mapping = Mapping(memory: UnsafeMutableRawBufferPointer(start: memory, count: bytes))
        return MappedFile(mapping.memory) { mapping.end() }
    }

    private static let page = 4_096

    /// Writes zeros, which allocate the space on disk. For one page this takes a fiftieth of the time of an allocation.
    private func fill(_ bytes: Int) throws(SystemError) {
        let zeros = [UInt8](repeating: 0, count: bytes)
        let written = try done("fallocate", path) {
            zeros.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, bytes, 0) }
        }
        if written != bytes { throw SystemError(call: "fallocate", path: path, code: ENOSPC) }
    }

    /// Allocates the space on disk. A write to a file with holes can fail later, and memory that is mapped to it then kills the
    /// process.
    private func allocate(_ bytes: Int) throws(SystemError) {
        #if canImport(Darwin)
            var store = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(bytes),
                fst_bytesalloc: 0)
            _ = try done("fallocate", path) { fcntl(descriptor, F_PREALLOCATE, &store) }
            try truncate(to: UInt64(bytes))
        #else
            var code = EINTR
            while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(bytes)) }
            if code != 0 { throw SystemError(call: "fallocate", path: path, code: code) }
        #endif
    }

    private struct Mapping: @unchecked Sendable {
        // Sendable: it is unmapped once, when no thread uses it.
        let memory: UnsafeMutableRawBufferPointer

        func end() { munmap(memory.baseAddress, memory.count) }
    }
}

#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    extension OpenMode {
        fileprivate var makesFiles: Bool {
            if case .read = self { false } else { true }
        }
    }
#endif

/// A file that is mapped into memory: bytes that are stored there need no system call, and outlive the process. Releasing it
/// unmaps the file.
package final class MappedFile: @unchecked Sendable {
    // Sendable: the pointer never changes, and each writer of the memory documents its own safety.
    package let memory: UnsafeMutableRawBufferPointer
    private let unmap: @Sendable () -> Void

    package init(_ memory: UnsafeMutableRawBufferPointer, unmap: @escaping @Sendable () -> Void) {
        self.memory = memory
        self.unmap = unmap
    }

    deinit { unmap() }
}

extension SystemFileSystem {
    package func map(_ path: String, bytes: Int) throws(SystemError) -> MappedFile? {
        // A new file replaces the old one, because an older core may still map the old file and would crash if it were truncated.
        do throws(SystemError) {
            try remove(path)
        } catch {
            guard error.isNotThere else { throw error }
        }
        let file = try open(path, .update)
        guard let file = file as? SystemFile else { return nil }
        do throws(SystemError) {
            return try file.mapped(bytes)
        } catch {
            try? remove(path)
            throw error
        }
    }
}

/// The executable of the running program.
extension SystemFileSystem {
    /// The path of the executable, or nil if the system does not provide it.
    static var executable: String? {
        #if canImport(Darwin)
            return Bundle.main.executablePath
        #else
            return "/proc/self/exe"
        #endif
    }

    /// Returns a number for a build, from the identity, size and date of its file, or nil if there is none.
    ///
    /// The note about openings that ended the program contains it, so that an update with a fix is not refused for the
    /// crashes of the build before. The version of an app cannot replace it: programs on Linux have none, and it does not
    /// change from one build of a developer to the next. On Apple's systems the file is the app's own, in its bundle, and
    /// only this number leaves the call; the privacy manifest declares the use of file metadata.
    static func build(_ path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.modified
        let parts = [
            Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec),
        ]
        // FNV-1a over whole words.
        return parts.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64(bitPattern: $1)) &* 0x0000_0100_0000_01B3 }
    }
}
