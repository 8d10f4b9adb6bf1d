/// What is known of the openings of a journal that ended the program while they replayed it, and how far the present one
/// is.
///
/// An entry that crashes `react(to:)` crashes every opening, since each replays it. So an opening first looks at what the
/// one before left here, and is refused when the last two ended at the same entry, or the last five anywhere: then the
/// program hears of it for once, and can do something. The opening after a refusal tries again, since the program may
/// have been mended meanwhile. One that ends otherwise, well or with an error, leaves nothing.
struct FailedOpenings: Hashable {
    /// How many in a row.
    var count: UInt64 = 0
    /// The entry at which the last one ended, 0 where it had not come to any.
    var last: UInt64 = 0
    /// The same of the one before it.
    var before: UInt64 = 0

    /// A replay that ends at one place after the other was stopped by something else than an entry: a lack of time or
    /// memory, or somebody who does not want to wait.
    static let most: UInt64 = 5

    /// Whether the last two ended at the same entry.
    var isAtOneEntry: Bool { last > 0 && last == before }
    /// Whether the next opening is to be refused.
    var isRefused: Bool { isAtOneEntry || count >= Self.most }

    /// What the opening after a refusal finds: it tries, and where it ends as well, the next is refused.
    var afterRefusal: FailedOpenings { FailedOpenings(count: min(count, Self.most - 1), last: last) }

    /// What is found of an opening that is begun now and ends at no entry.
    var next: FailedOpenings { FailedOpenings(count: count + 1, before: last) }
}

/// The file in which an opening notes how far it is.
///
/// It is mapped into memory: noting an entry is one store, without a system call, and outlives the process. It is not
/// synced, because a loss of power is no crash of the program; what that leaves of the file is at worst a wrong number,
/// and a refusal too many, which the opening behind it knows nothing of.
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

    /// Begins an opening, of which the next one hears unless ``end()`` is called. Where there is no room for a note the
    /// journal is opened without one.
    ///
    /// - Throws: ``JournalError`` when it is refused.
    static func begin(_ folder: JournalFolder, _ fileSystem: any FileSystem) throws(JournalError) -> OpeningNote {
        let failed = failed(folder, fileSystem)
        guard failed.isRefused else { return OpeningNote(folder, fileSystem, failed.next) }
        let refusal = OpeningNote(folder, fileSystem, failed.afterRefusal)
        // Where that cannot be noted every opening would be refused.
        guard refusal.file != nil else { return refusal }
        let seq = failed.isAtOneEntry ? failed.last : nil
        throw JournalError(
            .crashesOpening(folder: folder.path, seq: seq, event: seq.flatMap { folder.event($0, fileSystem) }))
    }

    private init(_ folder: JournalFolder, _ fileSystem: any FileSystem, _ failed: FailedOpenings) {
        self.folder = folder
        self.fileSystem = fileSystem
        file = try? fileSystem.mapped(folder.opening, bytes: Self.size)
        guard let file else { return }
        let bytes = Self.bytes(failed, program: fileSystem.program)
        UnsafeMutableRawBufferPointer(rebasing: file.memory[Self.count...]).copyBytes(from: bytes[Self.count...])
        // Last, so that it is whole wherever the program is stopped.
        file.memory.copyBytes(from: Self.magic)
    }

    /// What a note of these openings holds.
    static func bytes(_ failed: FailedOpenings, program: UInt64?) -> [UInt8] {
        magic
            + [failed.count, failed.before, failed.last, program ?? 0].flatMap { word in
                withUnsafeBytes(of: word.littleEndian) { Array($0) }
            }
    }

    /// An entry is about to be replayed. With it is applied what was read before and is not applied yet, so the first of
    /// these is noted: a copy of what is before it can be opened.
    mutating func reach(_ line: JournalLine) {
        guard case .entry(let entry) = line else { return }
        let first = firstWaiting ?? entry.seq
        firstWaiting = first
        store(first, Self.last)
    }

    /// It is replayed: what ends the program from now on, while files are read or repaired, is not the entry, unless it waits
    /// to be applied.
    ///
    /// - Parameter isApplied: whether nothing of what was read waits to be applied.
    mutating func leave(isApplied: Bool) {
        if isApplied { firstWaiting = nil }
        store(firstWaiting ?? 0, Self.last)
    }

    /// The opening has ended, well or with an error.
    func end() {
        guard file != nil else { return }
        try? fileSystem.removed(folder.opening)
    }

    private func store(_ word: UInt64, _ place: Int) {
        file?.memory.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
    }

    /// What the openings before left: nothing, where they ended otherwise, were another build's, or the file makes no
    /// sense.
    static func failed(_ folder: JournalFolder, _ fileSystem: any FileSystem) -> FailedOpenings {
        guard let file = try? fileSystem.opened(folder.opening, .read), let bytes = try? file.readAll(size, at: 0),
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
    /// The name of the event of an entry in the last segment, nil where it has none.
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
