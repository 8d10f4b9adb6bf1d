public import ReactorServices

/// The upload of a snapshot in three requests: the API allocates a place, the file goes to the storage, and the upload
/// is confirmed at the API.
public struct SnapshotUploadRequestSequence: ArrayRequestSequence {
    /// The names of the steps.
    public enum Step: String, CaseIterable, Sendable {
        case allocate, upload, confirm
    }

    /// What is uploaded.
    public let snapshot: Snapshot
    public var currentRequestIndex = 0

    /// The upload of `snapshot`.
    public init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    public var requests: [RequestContinuation] {
        [
            { upload, _ in try upload.allocation() },
            { upload, previous in try upload.storageUpload(previous) },
            { upload, _ in try upload.confirmation() },
        ]
    }

    private func allocation() throws -> RequestDescription {
        let body = Allocate(filesize: snapshot.fileSize, contentType: snapshot.contentType)
        return description(.allocate, .post, .path(try path("allocation")), try .json(body))
    }

    private func storageUpload(_ previous: Exchange?) throws -> RequestDescription {
        guard let previous else { throw SnapshotUploadError.noAllocation(snapshot: snapshot.id) }
        let allocation: SnapshotAllocation
        do {
            allocation = try previous.decoded(as: SnapshotAllocation.Envelope.self).snapshot
        } catch {
            throw SnapshotUploadError.malformedAllocation(snapshot: snapshot.id, problem: error)
        }
        let form = MultipartForm(
            fields: allocation.fields.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) },
            files: [
                .init(
                    name: "file", path: snapshot.path, fileName: allocation.fileName, contentType: snapshot.contentType)
            ])
        return description(
            .upload, .post, .address(allocation.url), .multipart(form), destination: .storage,
            // An address that has expired is allocated anew.
            restart: RestartRule(step: Step.allocate.rawValue))
    }

    private func confirmation() throws -> RequestDescription {
        let body = Confirm(title: snapshot.title, filesize: snapshot.fileSize)
        return description(.confirm, .put, .path(try path(nil)), try .json(body))
    }

    private func path(_ part: String?) throws -> String {
        "snapshots/\(try PathComponent(snapshot.id))" + (part.map { "/\($0)" } ?? "")
    }

    private func description(
        _ step: Step, _ method: HTTPMethod, _ target: RequestDescription.Target, _ body: RequestDescription.Body,
        destination: DestinationName = .api, restart: RestartRule? = nil
    ) -> RequestDescription {
        RequestDescription(
            destination: destination, operation: "snapshot-\(snapshot.id)", step: step.rawValue, model: snapshot.id,
            method: method, target: target, body: body, restart: restart)
    }

    private struct Allocate: Encodable {
        let filesize: Int
        let contentType: String
    }

    private struct Confirm: Encodable {
        let title: String
        let filesize: Int
    }
}
