/// A form with fields and files, as `multipart/form-data` sends it.
///
/// It only describes: a file is named by its path and read when the form is sent, chunk by chunk.
///
/// ```swift
/// let form = MultipartForm(
///     fields: [MultipartForm.Field(name: "key", value: "snapshots/7")],
///     files: [MultipartForm.File(name: "file", path: "/tmp/7.png", fileName: "7.png", contentType: "image/png")])
/// ```
public struct MultipartForm: Hashable, Codable, Sendable {
    /// Sent first, in this order. Storage services want the fields that sign an upload before the file.
    public let fields: [Field]
    /// Sent behind the fields, in this order.
    public let files: [File]

    /// A form.
    public init(fields: [Field] = [], files: [File] = []) {
        self.fields = fields
        self.files = files
    }

    /// A name and a text.
    public struct Field: Hashable, Codable, Sendable {
        /// What the field is called.
        public let name: String
        /// What it says.
        public let value: String

        /// A field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A name and a file.
    public struct File: Hashable, Codable, Sendable {
        /// What the field is called.
        public let name: String
        /// Where it lies here; not sent.
        public let path: String
        /// What it is called there.
        public let fileName: String
        /// Its media type.
        public let contentType: String

        /// A file that is read when the form is sent.
        public init(name: String, path: String, fileName: String, contentType: String = "application/octet-stream") {
            self.name = name
            self.path = path
            self.fileName = fileName
            self.contentType = contentType
        }
    }
}

extension MultipartForm: DescribedOnly {
    /// How much is in it; never what, since the fields of a signed upload are secret.
    public var description: String { "a form of \(fields.count) fields and \(files.count) files" }
}
