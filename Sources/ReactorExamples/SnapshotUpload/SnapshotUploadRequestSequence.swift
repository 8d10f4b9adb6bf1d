import ReactorServices

/// The upload of a snapshot in three requests: the API allocates an address, the file is sent to the storage, and the
/// upload is confirmed at the API with the metadata of the snapshot.
package struct SnapshotUploadRequestSequence: ArrayRequestSequence {
    /// The names of the steps.
    package enum Step: String, CaseIterable, Sendable {
        case allocate, upload, confirm
    }

    /// The snapshot to upload.
    package let snapshot: Snapshot
    package var currentRequestIndex = 0
    /// The allocation, whose address the second step uses, and whose key the last step uses.
    private var allocation: SnapshotAllocation?

    /// Creates the upload of a snapshot.
    package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    package var requests: [RequestContinuation] {
        [
            { upload, _ in try upload.allocate() },
            { upload, previous in
                let allocation = try upload.allocation(in: previous)
                upload.allocation = allocation
                return upload.send(to: allocation)
            },
            { upload, _ in try upload.confirm() },
        ]
    }

    private func allocate() throws -> RequestDescription {
        description(.allocate, .post, .path("snapshots"), try .json(["filesize": snapshot.fileSize]))
    }

    private func allocation(in previous: Exchange?) throws -> SnapshotAllocation {
        guard let previous else { throw SnapshotUploadError.noAllocation(snapshot: snapshot.id) }
        do {
            return try previous.decoded()
        } catch {
            throw SnapshotUploadError.malformedAllocation(snapshot: snapshot.id, problem: error)
        }
    }

    private func send(to allocation: SnapshotAllocation) -> RequestDescription {
        let form = MultipartForm(
            fields: allocation.upload.fields.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) },
            files: [
                .init(
                    name: "file", path: snapshot.path, fileName: snapshot.fileName, contentType: snapshot.contentType)
            ])
        // An expired address is allocated again.
        return description(
            .upload, .post, .address(allocation.upload.url), .multipart(form), destination: .storage,
            restart: RestartRule(step: Step.allocate.rawValue))
    }

    private func confirm() throws -> RequestDescription {
        guard let allocation else { throw SnapshotUploadError.noAllocation(snapshot: snapshot.id) }
        let metadata = Metadata(title: snapshot.title, contentType: snapshot.contentType)
        return description(
            .confirm, .put, .path("snapshots/\(try PathComponent(allocation.id))"), try .json(metadata))
    }

    private func description(
        _ step: Step, _ method: HTTPMethod, _ target: RequestDescription.Target, _ body: RequestDescription.Body,
        destination: DestinationName = .api, restart: RestartRule? = nil
    ) -> RequestDescription {
        RequestDescription(
            destination: destination, operation: "snapshot-\(snapshot.id)", step: step.rawValue, model: snapshot.id,
            method: method, target: target, body: body, restart: restart)
    }

    /// The metadata of the snapshot, which the API receives with the confirmation.
    private struct Metadata: Encodable {
        let title: String
        let contentType: String
    }
}
