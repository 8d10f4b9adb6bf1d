import ReactorFoundation
import ReactorPlatform
import ReactorTerminal

/// The file with the state of uploads. One process at a time can use it. Only its owner can read it, because the
/// addresses in it are signed.
final class StateFile: Sendable {
    let path: String
    private let lock: CInt

    /// Locks the file for this process.
    ///
    /// - Throws: ``UploadError/stateInUse(path:)``, ``UploadError/unwritableState(path:reason:)``.
    init(_ path: String) throws(UploadError) {
        self.path = path
        lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Self.unwritable(path) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw .stateInUse(path: path)
        }
    }

    deinit { close(lock) }

    /// Returns the stored uploads; empty if there is no file.
    ///
    /// - Throws: ``UploadError/damagedState(path:)`` if the file has another content. The file is not changed.
    func read() throws(UploadError) -> UploadState {
        guard access(path, F_OK) == 0 else { return UploadState() }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
            let state = try? JSONDecoder().decode(UploadState.self, from: data)
        else { throw .damagedState(path: path) }
        return state
    }

    /// Replaces the file, and syncs it to disk. If the process is killed, either the old or the new file remains.
    ///
    /// - Throws: ``UploadError/unwritableState(path:reason:)``.
    func write(_ state: UploadState) throws(UploadError) {
        do {
            try WholeFile.write(Array(try JSONEncoder().encode(state)), to: path)
        } catch {
            throw .unwritableState(path: path, reason: (error as? OutputError)?.reason ?? "\(error)")
        }
    }

    private static func unwritable(_ path: String) -> UploadError {
        .unwritableState(path: path, reason: String(cString: strerror(errno)))
    }
}

/// A version of a local file: another size or modification date means another picture.
struct LocalFile: Hashable, Codable, Sendable {
    /// The absolute path.
    let path: String
    let size: Int
    /// The modification date, in nanoseconds since 1970.
    let modified: Int64

    /// Reads the properties of a file.
    ///
    /// - Throws: ``UploadError/unreadable(path:reason:)``, or ``UploadError/standardInput``.
    init(_ path: String) throws(UploadError) {
        guard path != "-" else { throw .standardInput }
        guard let absolute = realpath(path, nil) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { free(absolute) }
        var information = stat()
        guard stat(absolute, &information) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "it is not a regular file")
        }
        self.path = String(cString: absolute)
        size = Int(information.st_size)
        let time = information.modified
        modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The name of the file, without its folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The content type for the extension of the name.
    var contentType: String {
        switch name.split(separator: ".").last?.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "pdf": "application/pdf"
        default: "application/octet-stream"
        }
    }
}
