/// A local picture for an upload to a service.
package struct Snapshot: Hashable, Codable, Sendable {
    /// The local name, which identifies an upload that was begun before.
    package let id: String
    /// The path of the file.
    package let path: String
    /// The title of the snapshot.
    package let title: String
    /// The size of the file in bytes.
    package let fileSize: Int
    /// The media type of the file.
    package let contentType: String

    /// Creates a snapshot.
    package init(id: String, path: String, title: String, fileSize: Int, contentType: String = "image/png") {
        self.id = id
        self.path = path
        self.title = title
        self.fileSize = fileSize
        self.contentType = contentType
    }

    /// The name of the file, without its folders.
    package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The response of the API to an allocation: the key of the snapshot, and the address for its file.
struct SnapshotAllocation: Hashable, Decodable, Sendable {
    /// The key, which the API assigned.
    let id: String
    /// The address for the file.
    let upload: Upload

    struct Upload: Hashable, Decodable, Sendable {
        /// The address of the request.
        let url: String
        /// The fields that the form must contain in addition to the file. They sign the upload.
        let fields: [String: String]
    }
}

import ReactorServices

/// The error of a snapshot that cannot be uploaded.
package enum SnapshotUploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The response of the API contained no address for the file.
    case noAllocation(snapshot: String)
    /// The response of the API is malformed.
    case malformedAllocation(snapshot: String, problem: SequenceError)

    package var description: String {
        switch self {
        case .noAllocation(let snapshot):
            "The upload of snapshot \(snapshot) has no allocation. Begin it at its first step."
        case .malformedAllocation(let snapshot, let problem):
            "The allocation of snapshot \(snapshot) cannot be used. \(problem)"
        }
    }
}
