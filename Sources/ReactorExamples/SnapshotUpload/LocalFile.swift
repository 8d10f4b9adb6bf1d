#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A file as it lies on this machine: another size or time, and it is another picture.
struct LocalFile: Hashable, Codable, Sendable {
    /// From the root.
    let path: String
    let size: Int
    /// Nanoseconds since 1970.
    let modified: Int64

    /// Looks at a file.
    ///
    /// - Throws: ``UploadError/unreadable(path:reason:)``.
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
        #if canImport(Darwin)
            let time = information.st_mtimespec
        #else
            let time = information.st_mtim
        #endif
        modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// What it is called, without the folders it lies in.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What its name says it is.
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
