/// Operations that consist of several calls, and continue partial ones.
extension FileSystem {
    /// Creates a folder and its missing parents, and syncs their names to disk.
    package func makeFolders(_ path: String) throws {
        if try kind(of: path) != nil { return }
        let parent = Path.parent(of: path)
        if parent != path { try makeFolders(parent) }
        do {
            try makeFolder(path)
        } catch let error where error.isAlreadyThere {
            // Another process created the folder first.
        }
        try syncFolder(parent)
    }
}

extension File {
    package func writeAll(_ bytes: [UInt8], at offset: UInt64) throws {
        try bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                done += try write(rest, at: offset + UInt64(done))
            }
        }
    }

    /// Reads `count` bytes, or fewer at the end of the file.
    package func readAll(_ count: Int, at offset: UInt64) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                let read = try self.read(into: rest, at: offset + UInt64(done))
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
