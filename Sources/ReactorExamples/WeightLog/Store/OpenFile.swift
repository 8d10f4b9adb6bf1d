#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file, closed when it goes out of sight.
struct OpenFile: ~Copyable {
    enum Purpose {
        case reading
        case replacing
        case locking
        case folder

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY | O_CLOEXEC
            case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
            case .locking: O_RDWR | O_CREAT | O_CLOEXEC
            case .folder: O_RDONLY | O_DIRECTORY | O_CLOEXEC
            }
        }
    }

    private let descriptor: Int32

    init(_ path: String, for purpose: Purpose) throws(SystemFailure) {
        // Weights are nobody else's business: only the owner may read what is made here.
        descriptor = open(path, purpose.flags, mode_t(0o600))
        guard descriptor >= 0 else { throw SystemFailure.last }
    }

    deinit {
        close(descriptor)
    }

    borrowing func readAll() throws(SystemFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                return bytes
            } else if !SystemFailure.last.isInterruption {
                throw SystemFailure.last
            }
        }
    }

    borrowing func writeAll(_ bytes: [UInt8]) throws(SystemFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if count >= 0 {
                written += count
            } else if !SystemFailure.last.isInterruption {
                throw SystemFailure.last
            }
        }
    }

    /// Returns when what was written is on the disk and not only on its way there.
    borrowing func synchronize() throws(SystemFailure) {
        #if canImport(Darwin)
            // `fsync` leaves it in the drive's own memory there. Not every file system knows the stronger call.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw SystemFailure.last }
    }

    borrowing func empty() throws(SystemFailure) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw SystemFailure.last }
    }

    /// Whether nobody else holds the lock, which is then held until this file is closed or the process ends.
    borrowing func tryLock() throws(SystemFailure) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        let failure = SystemFailure.last
        guard failure.wouldBlock || failure.isInterruption else { throw failure }
        return false
    }
}
