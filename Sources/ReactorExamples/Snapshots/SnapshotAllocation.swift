import ReactorServices

/// Where a snapshot's file goes, as the API allocates it.
struct SnapshotAllocation: Hashable, Decodable, Sendable {
    /// The address to send it to.
    let url: String
    /// What the file is called there.
    let fileName: String
    /// What the form must hold beside the file; it signs the upload.
    let fields: [String: String]

    private enum CodingKeys: String, CodingKey {
        case url
        case fileName = "filename"
        case fields
    }

    /// The body that an allocation is sent in.
    struct Envelope: Decodable {
        let snapshot: SnapshotAllocation
    }
}
