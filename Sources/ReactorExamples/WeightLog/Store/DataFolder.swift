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
        if let failure = make(path) {
            if failure.isExisting {
                _ = try OpenFile(path, for: .folder)
                return
            }
            guard failure.isNotFound, parent(of: path) != path else { throw failure }
            try create(parent(of: path))
            if let failure = make(path) { throw failure }
        }
        // A new folder can be lost in a power cut as long as it is not on the disk that its parent has it.
        try OpenFile(parent(of: path), for: .folder).synchronize()
    }

    private static func make(_ path: String) -> SystemFailure? {
        mkdir(path, mode_t(0o700)) == 0 ? nil : SystemFailure.last
    }

    static func parent(of path: String) -> String {
        var parts = path[...]
        while parts.count > 1, parts.last == "/" { parts.removeLast() }
        guard let slash = parts.lastIndex(of: "/") else { return "." }
        return slash == parts.startIndex ? "/" : String(parts[..<slash])
    }
}
