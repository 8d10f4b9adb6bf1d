/// Sets aside what a crash left of the end of a file: copies it into a file beside, and only then cuts it off.
struct TornTail {
    let folder: JournalFolder
    let fileSystem: any FileSystem

    /// - Throws: what the system refuses. Nothing is cut off then, and no copy is left that is not whole.
    func setAside(
        _ number: Int, _ file: any File, from offset: UInt64, _ damage: JournalDamage
    ) throws -> RecoveryReport.TornTail {
        let names = Set(try fileSystem.listed(folder.path))
        var attempt = 1
        while names.contains(Path.name(of: folder.torn(number, attempt))) { attempt += 1 }
        let copied: String
        if attempt > 1, try isCopy(folder.torn(number, attempt - 1), of: file, from: offset) {
            // The opening before came so far, and not to the cut.
            copied = folder.torn(number, attempt - 1)
        } else {
            copied = folder.torn(number, attempt)
            try copy(file, from: offset, to: copied)
        }
        try fileSystem.syncedFolder(folder.path)
        let count = try file.sized() - offset
        try file.truncated(to: offset)
        try file.synced(.platter)
        return RecoveryReport.TornTail(damage: damage, bytes: count, file: copied)
    }

    /// Under a name of its own until it is whole: a disk that is full at each opening would gather pieces.
    private func copy(_ file: any File, from offset: UInt64, to path: String) throws {
        let unfinished = path + ".unfinished"
        do {
            let copy = try fileSystem.opened(unfinished, .replace)
            try file.forEachPiece(from: offset) { bytes, place in try copy.writeAll(bytes, at: place - offset) }
            try copy.synced(.platter)
            try fileSystem.renamed(unfinished, to: path)
        } catch {
            try? fileSystem.removed(unfinished)
            throw error
        }
    }

    private func isCopy(_ path: String, of file: any File, from offset: UInt64) throws -> Bool {
        let copy = try fileSystem.opened(path, .read)
        guard try copy.sized() + offset == file.sized() else { return false }
        var isSame = true
        try file.forEachPiece(from: offset) { bytes, place in
            isSame = try isSame && copy.readAll(bytes.count, at: place - offset) == bytes
        }
        return isSame
    }
}
