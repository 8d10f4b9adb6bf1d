#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder that the weights are kept in.
struct DataFolder: Sendable, Equatable {
    let path: String

    var dataFile: String { "\(path)/weights.log" }
    var newDataFile: String { "\(path)/weights.log.new" }
    var lockFile: String { "\(path)/lock" }

    /// Makes the folder, and those above it, when they are not there.
    func create() throws(StoreError) {
        do throws(SystemFailure) {
            try DataFolder.create(path)
        } catch {
            throw .unusableFolder(path, error)
        }
    }

    private static func create(_ path: String) throws(SystemFailure) {
        guard mkdir(path, mode_t(0o700)) != 0 else {
            // A new folder can be lost in a power cut as long as only its parent's memory knows of it.
            try OpenFile(parent(of: path), for: .folder).synchronize()
            return
        }
        let failure = SystemFailure.last
        if failure.isExisting {
            _ = try OpenFile(path, for: .folder)
        } else if failure.isNotFound, parent(of: path) != path {
            try create(parent(of: path))
            try create(path)
        } else {
            throw failure
        }
    }

    static func parent(of path: String) -> String {
        var parts = path[...]
        while parts.count > 1, parts.last == "/" { parts.removeLast() }
        guard let slash = parts.lastIndex(of: "/") else { return "." }
        return slash == parts.startIndex ? "/" : String(parts[..<slash])
    }
}
