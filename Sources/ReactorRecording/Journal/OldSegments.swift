/// Removes the segments that are not to be kept any more.
struct OldSegments {
    let folder: JournalFolder
    let fileSystem: any FileSystem

    private static let prefix = 4_096

    /// Removes all but the newest. A file that is not an older one of this journal stays where it is.
    func remove(keeping: Int, of id: String, upTo seq: UInt64) throws {
        for number in try folder.segments(fileSystem).dropLast(keeping) {
            let path = folder.segment(number)
            guard try belongs(path, to: id, upTo: seq) else { continue }
            // One after the other on the disk too: none may be missing between two.
            try fileSystem.removed(path)
            try fileSystem.syncedFolder(folder.path)
        }
    }

    private func belongs(_ path: String, to id: String, upTo seq: UInt64) throws -> Bool {
        let bytes = try fileSystem.opened(path, .read).readAll(Self.prefix, at: 0)
        var scanner = LineScanner(bytes, in: 0..<bytes.count)
        guard scanner.skip("{\"reactor\":"), scanner.integer() != nil, scanner.skip(",\"id\":"), scanner.string() == id,
            scanner.skip(",\"app\":"), scanner.string() != nil, scanner.skip(",\"from\":"), let from = scanner.number()
        else { return false }
        return from <= seq
    }
}
