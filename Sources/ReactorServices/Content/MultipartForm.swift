/// A form with fields and files, which is sent as `multipart/form-data`.
///
/// Files are read in chunks when the form is sent.
///
/// ```swift
/// let form = MultipartForm(
///     fields: [MultipartForm.Field(name: "key", value: "snapshots/7")],
///     files: [MultipartForm.File(name: "file", path: "/tmp/7.png", fileName: "7.png", contentType: "image/png")])
/// ```
public struct MultipartForm: Hashable, Codable, Sendable {
    /// The fields, which are sent first, in this order. Storage services require the fields of a signed upload before
    /// the file.
    package let fields: [Field]
    /// The files, which are sent after the fields, in this order.
    package let files: [File]

    /// Creates a form.
    public init(fields: [Field] = [], files: [File] = []) {
        self.fields = fields
        self.files = files
    }

    /// A field with a text.
    public struct Field: Hashable, Codable, Sendable {
        /// The name of the field.
        package let name: String
        /// The value of the field.
        package let value: String

        /// Creates a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A field with a file.
    public struct File: Hashable, Codable, Sendable {
        /// The name of the field.
        package let name: String
        /// The local path of the file. It is not sent.
        package let path: String
        /// The file name that is sent.
        package let fileName: String
        /// The media type of the file.
        package let contentType: String

        /// Creates a field with a file that is read when the form is sent.
        public init(name: String, path: String, fileName: String, contentType: String = "application/octet-stream") {
            self.name = name
            self.path = path
            self.fileName = fileName
            self.contentType = contentType
        }
    }
}

extension MultipartForm: DescribedOnly {
    /// The number of fields and files, without their content, because the fields of a signed upload are secret.
    public var description: String { "a form of \(fields.count) fields and \(files.count) files" }
}
