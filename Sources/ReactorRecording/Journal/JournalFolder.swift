/// The file names of a journal.
package struct JournalFolder: Hashable, Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The file that the writer locks.
    package var lock: String { Path.join(path, "lock") }
    /// The file with the synced position.
    package var syncMark: String { Path.join(path, "synced") }
    /// The flight recorder, while the journal is open.
    package var flight: String { Path.join(path, "flight") }
    /// The progress of an opening, during the replay.
    package var opening: String { Path.join(path, "opening") }

    package func segment(_ number: Int) -> String { Path.join(path, Self.name(number)) }

    /// Returns the name of a segment that is being created. It is renamed when it is on disk.
    package func unfinished(_ number: Int) -> String { segment(number) + ".unfinished" }

    /// Returns the name of the file for an incomplete end that was cut off.
    package func torn(_ number: Int, _ attempt: Int) -> String {
        segment(number) + (attempt == 1 ? ".torn" : ".\(attempt).torn")
    }

    package static func name(_ number: Int) -> String {
        let digits = String(number)
        return "segment-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jsonl"
    }

    /// Returns the number of a segment, or nil if the name is not one of a segment.
    package static func number(of name: String) -> Int? {
        guard name.hasPrefix("segment-"), name.hasSuffix(".jsonl"),
            let number = Int(name.dropFirst("segment-".count).dropLast(".jsonl".count)), self.name(number) == name
        else { return nil }
        return number
    }

    /// Returns the existing segments, the oldest first.
    package func segments(_ fileSystem: any FileSystem) throws -> [Int] {
        try fileSystem.list(path).compactMap(Self.number(of:)).sorted()
    }

    /// Returns the synced position according to the last writer, or nil if there is none.
    package func newestMark(_ fileSystem: any FileSystem) throws -> SyncMark? {
        guard try fileSystem.list(path).contains(Path.name(of: syncMark)) else { return nil }
        return SyncMark.newest(in: try fileSystem.open(syncMark, .read).readAll(2 * SyncMark.width, at: 0))
    }
}
