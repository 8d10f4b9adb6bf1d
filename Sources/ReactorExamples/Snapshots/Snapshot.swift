/// A picture that was taken here, and is to be kept by a service.
public struct Snapshot: Hashable, Codable, Sendable {
    /// Its name on this machine, by which an upload is recognised that was begun before.
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

    /// What the file is called, without the folders it lies in.
    public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}
