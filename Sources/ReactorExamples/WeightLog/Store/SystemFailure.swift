#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why the system refused something, in words that do not change with the system's language.
struct SystemFailure: Error, Equatable {
    let code: Int32

    /// What the last call that failed on this thread left behind.
    static var last: SystemFailure { SystemFailure(code: errno) }

    var isNotFound: Bool { code == ENOENT }
    var wouldBlock: Bool { code == EWOULDBLOCK }
    var isInterruption: Bool { code == EINTR }
    var isExisting: Bool { code == EEXIST }

    var reason: String {
        switch code {
        case EACCES, EPERM: "permission denied"
        case ENOENT: "no such file or folder"
        case EISDIR: "it is a folder"
        case ENOTDIR: "a part of the path is not a folder"
        case EROFS: "the file system is read-only"
        case ENOSPC: "the disk is full"
        case EDQUOT: "the disk quota is used up"
        case EFBIG: "the file would be larger than allowed"
        case ELOOP: "the path has too many links"
        case ENAMETOOLONG: "the name is too long"
        case EMFILE, ENFILE: "too many open files"
        case EIO: "the disk reported an error"
        default: "system error \(code)"
        }
    }
}
