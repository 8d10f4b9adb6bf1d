import ReactorFoundation
import ReactorServices

/// Uploads files one after another, keeping how far each has come.
struct Uploader: Sendable {
    private let server: String
    private let runner: SequenceRunner
    private let store: StateFile

    /// - Throws: ``UploadError`` for a server that is not a base URL, and for an unusable token.
    init(
        server: String, token: String?, network: any NetworkAdapter, store: StateFile,
        options: SequenceRunnerOptions = SequenceRunnerOptions()
    ) throws {
        let base: BaseURL
        do throws(GatewayError) {
            base = try BaseURL(server)
        } catch {
            throw UploadError.unusableAddress(reason: "\(error)")
        }
        let credential = token.map { BearerCredential($0) }
        do {
            try credential?.validate()
        } catch {
            throw UploadError.unusableToken(reason: "\(error)")
        }
        let api = JsonGateway(baseURL: base, network: network)
        let storage = CompositedGateway(baseURL: base, network: network)
        self.server = base.description
        self.store = store
        runner = try SequenceRunner(
            destinations: [
                .api: .server(api, credential: credential), .storage: .addresses(storage),
            ], options: options)
    }

    /// Uploads a file, or what is left of an upload that was begun before: nothing, when that was done.
    ///
    /// - Throws: The errors of the sequence, and ``UploadError``.
    func upload(
        _ file: LocalFile, progress: @escaping @Sendable (SequenceProgress) -> Void
    ) async throws -> UploadReport {
        var state = try store.read()
        var entry = state[file, server] ?? begun(file)
        // Its name, and with it its idempotency keys, is on the disk before the first request has left.
        state.keep(entry)
        try store.write(state)
        var cursor = try SequenceCursor(SnapshotUploadRequestSequence(entry.snapshot), record: entry.record)
        let course: UploadReport.Course =
            if cursor.request == nil { .before } else { entry.record.exchanges.isEmpty ? .whole : .resumed }
        try await runner.run(
            &cursor,
            store: { record in
                entry.record = record
                state.keep(entry)
                try store.write(state)
            }, progress: progress)
        return UploadReport(file: file.path, bytes: file.size, course: course)
    }

    /// Forgets uploads that are done, when all that belonged together are: the same file may then be uploaded again.
    ///
    /// Until then they are kept, so that a run which was interrupted sends none of them twice.
    func forget(_ files: [LocalFile]) throws {
        var state = try store.read()
        state.forget(files, server)
        try store.write(state)
    }

    private func begun(_ file: LocalFile) -> UploadState.Entry {
        let snapshot = Snapshot(
            id: UUID().uuidString.lowercased(), path: file.path, title: file.name, fileSize: file.size,
            contentType: file.contentType)
        return UploadState.Entry(server: server, file: file, snapshot: snapshot, record: SequenceRecord())
    }
}

/// A file that was uploaded.
struct UploadReport: Hashable, Encodable, Sendable {
    let file: String
    let bytes: Int
    let course: Course

    /// How much of it was left to this run.
    enum Course: String, Encodable, Sendable {
        /// All of it.
        case whole
        /// The rest of an upload that an earlier run had begun.
        case resumed
        /// Nothing: an earlier run had uploaded it, and not all that it was to upload.
        case before
    }
}

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
