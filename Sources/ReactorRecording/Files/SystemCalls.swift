import Reactor
import ReactorPlatform

/// The functions of the C library, under other names, so that methods can use the plain names.
enum SystemCalls {
    static func open(_ path: String, flags: Int32, mode: mode_t) -> Int32 { openFile(path, flags, mode) }
    static func close(_ descriptor: Int32) { _ = closeFile(descriptor) }
    static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: UInt64) -> Int {
        pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: UInt64) -> Int {
        pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
    }
    static func truncate(_ descriptor: Int32, _ size: UInt64) -> Int32 { ftruncate(descriptor, off_t(size)) }
    static func size(_ descriptor: Int32) -> off_t { lseek(descriptor, 0, SEEK_END) }
    static func lock(_ descriptor: Int32) -> Int32 { flock(descriptor, LOCK_EX | LOCK_NB) }
    static func lockShared(_ descriptor: Int32) -> Int32 { flock(descriptor, LOCK_SH | LOCK_NB) }
    static func unlock(_ descriptor: Int32) -> Int32 { flock(descriptor, LOCK_UN) }
    static func makeFolder(_ path: String) -> Int32 { mkdir(path, 0o700) }
    static func rename(_ path: String, _ other: String) -> Int32 { renameFile(path, other) }
    static func remove(_ path: String) -> Int32 { unlink(path) }

    /// Returns the index of the first occurrence of a byte.
    static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - start
    }

    static func sync(_ descriptor: Int32, _ strength: SyncStrength) -> Int32 {
        #if canImport(Darwin)
            // Some third-party file systems support only fsync.
            if strength == .platter && fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
            return fsync(descriptor)
        #else
            return fdatasync(descriptor)
        #endif
    }

    static func syncFolder(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

    /// Returns the names in a folder, or nil if it cannot be read.
    static func list(_ path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
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
        return errno == 0 ? names : nil
    }

    /// Returns the kind of a file, or nil and sets `errno`.
    static func kind(_ path: String) -> FileKind? {
        var status = stat()
        errno = 0
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Whether this is a file or a folder. The bytes of a pipe or a device cannot be read again, and may have no end.
    static func hasPlaces(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Returns the identity of a file, or nil and sets `errno`.
    static func identity(_ path: String) -> FileIdentity? {
        var status = stat()
        errno = 0
        return stat(path, &status) == 0 ? FileIdentity(status) : nil
    }

    static func identity(_ descriptor: Int32) -> FileIdentity? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
    }

    static var processID: Int32 { getpid() }
}

extension FileIdentity {
    fileprivate init(_ status: stat) {
        self.init(device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
    }
}

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }

extension SystemError: CustomStringConvertible {
    package var description: String { "\(path): \(reason) (\(call)). \(cure)" }

    package var isInterruption: Bool { code == EINTR }
    package var isAlreadyThere: Bool { code == EEXIST }
    package var isNotThere: Bool { code == ENOENT }

    /// The fix for the error, as a sentence.
    package var cure: String {
        switch code {
        case EACCES, EPERM: "Give this user the right to it, or name another path."
        case EROFS: "Name a path on a file system that can be written to, or mount this file system for writing."
        case ENOSPC, EDQUOT: "Free space there, then try again."
        case EMFILE: "Close files in this program, or raise its limit of open files (ulimit -n), then try again."
        case ENFILE: "The system has too many open files: end a program that keeps many, then try again."
        case ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS, ENODEV:
            "The file system does not support this call, as some network file systems do not: name a path on a local disk."
        case ENOMEM: "Free memory, then try again."
        case ENOENT: "Check the path: a folder or file in it does not exist."
        case ENOTDIR where call == "readdir": "Name the folder that it is in."
        case ENOTDIR: "Check the path: a part of it is a file, and not a folder."
        case EISDIR: "The path is a folder: name a file in it."
        case ENAMETOOLONG: "Use a shorter path."
        case ELOOP: "Check the path: its symbolic links lead in a circle."
        case EFBIG: "Raise this program's limit of the size of a file (ulimit -f), or use smaller segments."
        case ESPIPE: "The path is a pipe or a device: save its output to a file first, and name that file."
        case EIO: "Check the disk: it could not read or write."
        default: "Check the disk and the path, then try again."
        }
    }

    /// The system's description: `No space left on device`.
    package var reason: String { String(cString: strerror(code)) }
}
