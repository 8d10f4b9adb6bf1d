/// The earlier attempts to open a journal that ended the process during the replay, and the progress of the current one.
///
/// An entry that crashes `react(to:)` crashes every attempt, because each replays it. An attempt is therefore refused if the last
/// two ended at the same entry, or the last five at any entries, so that the program can handle the error. The attempt after a
/// refusal tries again, because the program may have been fixed. An attempt that succeeds or throws clears the count.
struct FailedOpenings: Hashable {
    /// The number of consecutive failed attempts.
    var count: UInt64 = 0
    /// The entry at which the last one ended, or 0 if it reached none.
    var last: UInt64 = 0
    /// The entry at which the previous one ended.
    var before: UInt64 = 0

    /// Attempts that end at different entries have another cause, such as a lack of time or memory, or a user who does not wait.
    static let most: UInt64 = 5

    /// Whether the last two ended at the same entry.
    var isAtOneEntry: Bool { last > 0 && last == before }
    /// Whether to refuse the next attempt.
    var isRefused: Bool { isAtOneEntry || count >= Self.most }

    /// The count after a refusal: one more attempt, whose failure leads to another refusal.
    var afterRefusal: FailedOpenings { FailedOpenings(count: min(count, Self.most - 1), last: last) }

    /// The count if the current attempt ends before its first entry.
    var next: FailedOpenings { FailedOpenings(count: count + 1, before: last) }
}

/// The file with the progress of an attempt to open a journal.
///
/// It is mapped into memory, so that each note is one store without a system call and outlives the process. It is not synced,
/// because a power loss is not a crash of the program. After a power loss its number can be wrong, which causes at most one
/// needless refusal.
struct OpeningNote {
    private let folder: JournalFolder
    private let fileSystem: any FileSystem
    private let file: MappedFile?
    /// The first entry that was read and is not applied yet.
    private var firstWaiting: UInt64?

    private static let magic = Array("reactor-opening1".utf8)
    private static let count = 16
    private static let before = 24
    private static let last = 32
    private static let program = 40
    private static let size = 48

    /// Begins an attempt, which counts as failed until ``end()`` is called. If there is no space for the note, the journal is
    /// opened without one.
    ///
    /// - Throws: ``JournalError`` if the attempt is refused.
    static func begin(_ folder: JournalFolder, _ fileSystem: any FileSystem) throws(JournalError) -> OpeningNote {
        let failed = failed(folder, fileSystem)
        guard failed.isRefused else { return OpeningNote(folder, fileSystem, failed.next) }
        let refusal = OpeningNote(folder, fileSystem, failed.afterRefusal)
        // Without a note of the refusal, every attempt would be refused.
        guard refusal.file != nil else { return refusal }
        let seq = failed.isAtOneEntry ? failed.last : nil
        throw .crashesOpening(folder: folder.path, seq: seq, event: seq.flatMap { folder.event($0, fileSystem) })
    }

    private init(_ folder: JournalFolder, _ fileSystem: any FileSystem, _ failed: FailedOpenings) {
        self.folder = folder
        self.fileSystem = fileSystem
        file = try? fileSystem.map(folder.opening, bytes: Self.size)
        guard let file else { return }
        let bytes = Self.bytes(failed, program: fileSystem.program)
        UnsafeMutableRawBufferPointer(rebasing: file.memory[Self.count...]).copyBytes(from: bytes[Self.count...])
        // Last, so that the file is valid whenever the process ends.
        file.memory.copyBytes(from: Self.magic)
    }

    /// Returns the content of a note.
    static func bytes(_ failed: FailedOpenings, program: UInt64?) -> [UInt8] {
        magic
            + [failed.count, failed.before, failed.last, program ?? 0].flatMap { word in
                withUnsafeBytes(of: word.littleEndian) { Array($0) }
            }
    }

    /// Notes an entry before its replay. Earlier entries that wait are applied with it, so the first of them is noted: a copy up
    /// to that entry can be opened.
    mutating func reach(_ line: JournalLine) {
        guard case .entry(let entry) = line else { return }
        let first = firstWaiting ?? entry.seq
        firstWaiting = first
        store(first, Self.last)
    }

    /// Notes the end of a replay. If the process ends after that, the entry is not the cause, unless it waits to be applied.
    ///
    /// - Parameter isApplied: Whether no entry waits to be applied.
    mutating func leave(isApplied: Bool) {
        if isApplied { firstWaiting = nil }
        store(firstWaiting ?? 0, Self.last)
    }

    /// Ends the attempt, after success or an error.
    func end() {
        guard file != nil else { return }
        try? fileSystem.remove(folder.opening)
    }

    private func store(_ word: UInt64, _ place: Int) {
        file?.memory.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
    }

    /// Returns the earlier failed attempts. There are none if the last attempt ended normally, belonged to another build, or left
    /// an invalid file.
    static func failed(_ folder: JournalFolder, _ fileSystem: any FileSystem) -> FailedOpenings {
        guard let file = try? fileSystem.open(folder.opening, .read), let bytes = try? file.readAll(size, at: 0),
            bytes.count == size, bytes.starts(with: magic)
        else { return FailedOpenings() }
        func word(_ place: Int) -> UInt64 {
            bytes[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard word(program) == fileSystem.program ?? 0 else { return FailedOpenings() }
        return FailedOpenings(count: word(count), last: word(last), before: word(before))
    }
}

extension JournalFolder {
    /// Returns the event name of an entry in the last segment, or nil.
    fileprivate func event(_ seq: UInt64, _ fileSystem: any FileSystem) -> String? {
        guard let last = try? segments(fileSystem).last,
            var reader = try? RecordingReader(path: path, from: segment(last), fileSystem)
        else { return nil }
        while let line = try? reader.next() {
            if case .entry(let entry) = line, entry.seq == seq { return entry.event?.name }
        }
        return nil
    }
}
