/// The names of the files of a journal.
package struct JournalFolder: Hashable, Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Held by the writer.
    package var lock: String { Path.join(path, "lock") }
    /// Up to where the disk has everything.
    package var syncMark: String { Path.join(path, "synced") }
    /// What the core is at work on, while a journal is open.
    package var flight: String { Path.join(path, "flight") }
    /// How far an opening is, while it replays.
    package var opening: String { Path.join(path, "opening") }

    package func segment(_ number: Int) -> String { Path.join(path, Self.name(number)) }

    /// A segment that is being made; it gets its name when it is on the disk.
    package func unfinished(_ number: Int) -> String { segment(number) + ".unfinished" }

    /// Where what was cut off a segment is set aside.
    package func torn(_ number: Int, _ attempt: Int) -> String {
        segment(number) + (attempt == 1 ? ".torn" : ".\(attempt).torn")
    }

    package static func name(_ number: Int) -> String {
        let digits = String(number)
        return "segment-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jsonl"
    }

    /// The number of the segment with this name, nil for everything else.
    package static func number(of name: String) -> Int? {
        guard name.hasPrefix("segment-"), name.hasSuffix(".jsonl"),
            let number = Int(name.dropFirst("segment-".count).dropLast(".jsonl".count)), self.name(number) == name
        else { return nil }
        return number
    }

    /// The segments that are there, oldest first.
    package func segments(_ fileSystem: any FileSystem) throws -> [Int] {
        try fileSystem.listed(path).compactMap(Self.number(of:)).sorted()
    }

    /// What the last writer knew to be on the disk, nil when there is no word of it.
    package func newestMark(_ fileSystem: any FileSystem) throws -> SyncMark? {
        guard try fileSystem.listed(path).contains(Path.name(of: syncMark)) else { return nil }
        return SyncMark.newest(in: try fileSystem.opened(syncMark, .read).readAll(2 * SyncMark.width, at: 0))
    }
}
