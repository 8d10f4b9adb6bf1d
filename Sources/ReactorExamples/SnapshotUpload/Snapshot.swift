/// A picture that was taken here, and is to be kept by a service.
public struct Snapshot: Hashable, Codable, Sendable {
    /// Its name on this machine, which identifies an upload that was begun before.
    public let id: String
    /// Where its file lies.
    public let path: String
    /// The title of the snapshot.
    public let title: String
    /// The size of its file in bytes.
    public let fileSize: Int
    /// The media type of its file.
    public let contentType: String

    /// A snapshot.
    public init(id: String, path: String, title: String, fileSize: Int, contentType: String = "image/png") {
        self.id = id
        self.path = path
        self.title = title
        self.fileSize = fileSize
        self.contentType = contentType
    }

    /// The name of the file, without its folders.
    public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The response of the API to an allocation: the snapshot's key, and the place for its file.
struct SnapshotAllocation: Hashable, Decodable, Sendable {
    /// The key that the API gave it.
    let id: String
    /// Where the file goes.
    let upload: Upload

    struct Upload: Hashable, Decodable, Sendable {
        /// The address to send it to.
        let url: String
        /// The fields that the form must contain in addition to the file; they sign the upload.
        let fields: [String: String]
    }
}

public import ReactorServices

/// Why a snapshot cannot be uploaded.
public enum SnapshotUploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The response of the API did not contain the place for the file.
    case noAllocation(snapshot: String)
    /// The response of the API is malformed.
    case malformedAllocation(snapshot: String, problem: SequenceError)

    public var description: String {
        switch self {
        case .noAllocation(let snapshot):
            "The upload of snapshot \(snapshot) has no allocation. Begin it at its first step."
        case .malformedAllocation(let snapshot, let problem):
            "The allocation of snapshot \(snapshot) cannot be used. \(problem)"
        }
    }
}
