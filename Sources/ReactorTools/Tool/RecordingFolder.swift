import ReactorRecording

/// A folder of many recordings, as a fleet sends them.
enum RecordingFolder {
    /// The recordings that a path stands for: itself, or, for a folder that has no segments, each recording in it, in the
    /// order of their names. What begins with a dot is passed over.
    static func recordings(in path: String) throws -> [String] {
        let files = SystemFileSystem()
        do {
            guard try files.kind(of: path) == .folder, try JournalFolder(path).segments(files).isEmpty else {
                return [path]
            }
            let found = try files.list(path).sorted().filter { !$0.hasPrefix(".") }.compactMap { name -> String? in
                let inner = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
                switch try files.kind(of: inner) {
                case .file where name.hasSuffix(".jsonl"): return inner
                case .folder where try !JournalFolder(inner).segments(files).isEmpty: return inner
                default: return nil
                }
            }
            return found.isEmpty ? [path] : found
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// How many lines there are from a damage on, those of the files behind it included.
    static func lines(of path: String, from damage: JournalDamage) throws -> Int {
        let files = SystemFileSystem()
        var following: [String] = []
        if try files.kind(of: path) == .folder {
            let folder = JournalFolder(path)
            following = try Array(folder.segments(files).map(folder.segment).drop { $0 != damage.file }.dropFirst())
        }
        return try following.reduce(lines(in: damage.file, from: damage.offset)) { try $0 + lines(in: $1, from: 0) }
    }

    private static func lines(in file: String, from offset: UInt64) throws -> Int {
        let opened = try SystemFileSystem().open(file, .read)
        var (place, count, endsInside) = (offset, 0, false)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let read = try piece.withUnsafeMutableBytes { try opened.read(into: $0, at: place) }
            guard read > 0 else { return count + (endsInside ? 1 : 0) }
            count += piece[..<read].count { $0 == UInt8(ascii: "\n") }
            endsInside = piece[read - 1] != UInt8(ascii: "\n")
            place += UInt64(read)
        }
    }
}

/// What does not verify of a recording, and so is in no row.
struct LeftOut: Hashable {
    let damage: JournalDamage
    /// How many lines, from there to the end.
    let lines: Int
}
