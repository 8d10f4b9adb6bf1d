/// A picture that was taken here, and is to be kept by a service.
public struct Snapshot: Hashable, Codable, Sendable {
    /// The key, chosen here, so that a snapshot which is sent twice is one snapshot.
    public let id: String
    /// Where its file lies.
    public let path: String
    /// What it is called.
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
}
