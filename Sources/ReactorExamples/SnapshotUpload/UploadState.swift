import ReactorServices
import Snapshots

/// The uploads of runs that were begun and are not done, as they are kept between runs.
struct UploadState: Hashable, Codable, Sendable {
    /// One upload, and how far it has come.
    struct Entry: Hashable, Codable, Sendable {
        let server: String
        let file: LocalFile
        let snapshot: Snapshot
        var record: SequenceRecord
    }

    private(set) var entries: [Entry] = []

    /// The upload of this file to this server that was begun before, if any.
    subscript(file: LocalFile, server: String) -> Entry? {
        entries.first { $0.file == file && $0.server == server }
    }

    /// Keeps an upload. An older one of the same path is forgotten: the file has changed since.
    mutating func keep(_ entry: Entry) {
        entries.removeAll { $0.file.path == entry.file.path && $0.server == entry.server }
        entries.append(entry)
    }

    /// Forgets the uploads of these files.
    mutating func forget(_ files: [LocalFile], _ server: String) {
        entries.removeAll { $0.server == server && files.contains($0.file) }
    }
}
