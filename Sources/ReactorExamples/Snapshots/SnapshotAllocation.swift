/// What the API answers to an allocation: the snapshot's key, and where its file goes.
struct SnapshotAllocation: Hashable, Decodable, Sendable {
    /// The key that the API gave it.
    let id: String
    /// Where the file goes.
    let upload: Upload

    struct Upload: Hashable, Decodable, Sendable {
        /// The address to send it to.
        let url: String
        /// What the form must hold beside the file; it signs the upload.
        let fields: [String: String]
    }
}
