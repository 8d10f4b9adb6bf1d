/// Operations that retry interrupted calls, and continue partial ones.
extension FileSystem {
    package func opened(_ path: String, _ mode: OpenMode) throws -> any File {
        try uninterrupted { try open(path, mode) }
    }

    /// Creates a folder and its missing parents, and syncs their names to disk.
    package func makeFolders(_ path: String) throws {
        if try uninterrupted({ try kind(of: path) }) != nil { return }
        let parent = Path.parent(of: path)
        if parent != path { try makeFolders(parent) }
        do {
            try uninterrupted { try makeFolder(path) }
        } catch let error as SystemError where error.isAlreadyThere {
            // Another process created the folder first.
        }
        try uninterrupted { try syncFolder(parent) }
    }

    package func listed(_ path: String) throws -> [String] {
        try uninterrupted { try list(path) }.sorted()
    }

    package func renamed(_ path: String, to other: String) throws {
        try uninterrupted { try rename(path, to: other) }
    }

    package func removed(_ path: String) throws { try uninterrupted { try remove(path) } }

    package func syncedFolder(_ path: String) throws {
        try uninterrupted { try syncFolder(path) }
    }

    package func mapped(_ path: String, bytes: Int) throws -> MappedFile? {
        try uninterrupted { try map(path, bytes: bytes) }
    }

    package func identified(_ path: String) throws -> FileIdentity? { try uninterrupted { try identity(of: path) } }
}

extension File {
    package func writeAll(_ bytes: [UInt8], at offset: UInt64) throws {
        try bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                done += try uninterrupted { try write(rest, at: offset + UInt64(done)) }
            }
        }
    }

    /// Reads `count` bytes, or fewer at the end of the file.
    package func readAll(_ count: Int, at offset: UInt64) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                let read = try uninterrupted { () throws(SystemError) in
                    try self.read(into: rest, at: offset + UInt64(done))
                }
                if read == 0 { break }
                done += read
            }
        }
    }

    /// Reads the bytes between two offsets, up to the end of the file, in pieces.
    ///
    /// - Returns: The number of bytes.
    @discardableResult
    package func forEachPiece(
        from start: UInt64, to end: UInt64 = .max, _ body: ([UInt8], UInt64) throws -> Void
    ) throws -> UInt64 {
        var place = start
        while place < end {
            let bytes = try readAll(Int(min(1 << 18, end - place)), at: place)
            if bytes.isEmpty { break }
            try body(bytes, place)
            place += UInt64(bytes.count)
        }
        return place - start
    }

    package func readSome(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws -> Int {
        try uninterrupted { try read(into: buffer, at: offset) }
    }

    package func synced(_ strength: SyncStrength) throws {
        try uninterrupted { try sync(strength) }
    }

    package func truncated(to size: UInt64) throws {
        try uninterrupted { try truncate(to: size) }
    }

    package func sized() throws -> UInt64 { try uninterrupted { try size() } }

    package func triedLock() throws -> Bool { try uninterrupted { try tryLock() } }

    package func checkedLock() throws -> Bool { try uninterrupted { try isLocked() } }

    package func identified() throws -> FileIdentity { try uninterrupted { try identity() } }
}

private func uninterrupted<Result>(_ call: () throws -> Result) throws -> Result {
    while true {
        do { return try call() } catch let error as SystemError where error.isInterruption { continue }
    }
}

/// Operations on paths as text.
package enum Path {
    package static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    package static func parent(of path: String) -> String {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
