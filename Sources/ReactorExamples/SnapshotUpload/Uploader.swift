import ReactorFoundation
import ReactorServices

/// An uploader of files, one after another, which stores the progress of each upload.
struct Uploader: Sendable {
    private let server: String
    private let runner: SequenceRunner
    private let store: StateFile

    /// - Throws: ``UploadError`` if the server is not a base URL, or the token is unusable.
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

    /// Uploads a file, or the rest of an upload that was begun before. If that upload is complete, nothing is sent.
    ///
    /// - Throws: The errors of the sequence, and ``UploadError``.
    func upload(
        _ file: LocalFile, progress: @escaping @Sendable (SequenceProgress) -> Void
    ) async throws -> UploadReport {
        var state = try store.read()
        var entry = state[file, server] ?? begun(file)
        // The idempotency keys are derived from the stored name, so it has to be on the disk before the first request.
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

    /// Removes completed uploads, after all uploads of a run are complete. The same file can then be uploaded again.
    ///
    /// Until then they are stored, so that an interrupted run sends none of them twice.
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

/// The report about an uploaded file.
struct UploadReport: Hashable, Encodable, Sendable {
    let file: String
    let bytes: Int
    let course: Course

    /// The share of the upload that this run has done.
    enum Course: String, Encodable, Sendable {
        /// This run has done the whole upload.
        case whole
        /// This run has done the rest of an upload of an earlier run.
        case resumed
        /// An earlier run has done the upload, but not all of its other uploads.
        case before
    }
}

/// The uploads of unfinished runs, as they are stored between runs.
struct UploadState: Hashable, Codable, Sendable {
    /// An upload with its progress.
    struct Entry: Hashable, Codable, Sendable {
        let server: String
        let file: LocalFile
        let snapshot: Snapshot
        var record: SequenceRecord
    }

    private(set) var entries: [Entry] = []

    /// The stored upload of a file to a server, if any.
    subscript(file: LocalFile, server: String) -> Entry? {
        entries.first { $0.file == file && $0.server == server }
    }

    /// Stores an upload. An older upload with the same path is removed, because the file has changed since.
    mutating func keep(_ entry: Entry) {
        entries.removeAll { $0.file.path == entry.file.path && $0.server == entry.server }
        entries.append(entry)
    }

    /// Removes the uploads of files.
    mutating func forget(_ files: [LocalFile], _ server: String) {
        entries.removeAll { $0.server == server && files.contains($0.file) }
    }
}
