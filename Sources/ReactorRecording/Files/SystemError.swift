import ReactorPlatform

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

extension SystemError: CustomStringConvertible {
    package var description: String { "\(path): \(reason) (\(call)). \(cure)" }

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
