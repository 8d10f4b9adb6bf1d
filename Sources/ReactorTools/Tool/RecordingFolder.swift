import ReactorRecording

/// A folder of many recordings, for example from a fleet of devices.
enum RecordingFolder {
    /// Returns the recordings at a path: the path itself, or the recordings in a folder without segments, in the order of their
    /// names. Names that begin with a dot are skipped.
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

    /// Returns the paths without those of a file or folder that an earlier path names.
    static func distinct(_ paths: [String]) -> [String] {
        var seen: Set<FileIdentity> = []
        // A missing file is reported when it is opened.
        return paths.filter { path in
            (try? SystemFileSystem().identity(of: path)).map { seen.insert($0).inserted } ?? true
        }
    }

    /// Returns the number of lines from a damaged one on, also in later files.
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

/// The invalid part of a recording, which is in no row.
struct OmittedLines: Hashable {
    let damage: JournalDamage
    /// The number of lines up to the end.
    let lines: Int
}
