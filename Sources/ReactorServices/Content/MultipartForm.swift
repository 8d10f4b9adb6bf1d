import ReactorFoundation

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

struct MultipartBoundary: Hashable, Sendable {
    let text: String
    /// Whether a caller chose the boundary, so that a part of the form may contain it.
    let isGiven: Bool

    /// Creates a boundary of 128 random bits, which files do not contain by accident.
    init(random: () -> UInt64) {
        text = "reactor-" + UniqueID.digits(random(), random())
        isGiven = false
    }

    /// Creates a boundary from a text without blanks (RFC 2046, 5.1.1).
    init(_ text: String) throws(GatewayError) {
        let isUsable: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "'()+_,-./:=?".utf8.contains(byte)
            }
        }
        guard (1...70).contains(text.utf8.count), text.utf8.allSatisfy(isUsable) else {
            throw GatewayError.unusableBoundary(text)
        }
        self.text = text
        isGiven = true
    }

    var delimiter: [UInt8] { Array("--\(text)".utf8) }

    var contentType: String {
        let isToken = text.utf8.allSatisfy(HeaderFields.isTokenByte)
        return "multipart/form-data; boundary=\(isToken ? text : "\"\(text)\"")"
    }
}

/// A segment of a form as it is sent: known bytes, or a file.
enum MultipartSegment: Hashable, Sendable {
    case bytes(Data)
    case file(path: String)
}

extension MultipartForm {
    func segments(boundary: MultipartBoundary) -> [MultipartSegment] {
        var segments: [MultipartSegment] = []
        var pending = ""
        for field in fields {
            pending +=
                "--\(boundary.text)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(field.name))\"\r\n\r\n"
            pending += "\(field.value)\r\n"
        }
        for file in files {
            pending += "--\(boundary.text)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(file.name))\"; "
            pending += "filename=\"\(Self.quoted(file.fileName))\"\r\n"
            pending += "Content-Type: \(file.contentType)\r\n\r\n"
            segments.append(.bytes(Data(pending.utf8)))
            segments.append(.file(path: file.path))
            pending = "\r\n"
        }
        pending += "--\(boundary.text)--\r\n"
        segments.append(.bytes(Data(pending.utf8)))
        return segments
    }

    /// Escapes a name as browsers do, so that it cannot end its field or its line.
    private static func quoted(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Refuses names and content types with control characters.
    func validate() throws(GatewayError) {
        for name in fields.map(\.name) + files.flatMap({ [$0.name, $0.fileName] }) {
            try Self.check(Self.quoted(name), as: "Content-Disposition")
        }
        for file in files { try Self.check(file.contentType, as: "Content-Type") }
    }

    /// Refuses names and content types with control characters, and parts that contain a given boundary.
    func validate(boundary: MultipartBoundary) throws(GatewayError) {
        try validate()
        guard boundary.isGiven else { return }
        for field in fields {
            let part = "the field \"\(TerminalText.escaped(field.name))\""
            for text in [field.name, field.value] { try DelimiterCheck.check(text, for: boundary, part: part) }
        }
        for file in files {
            let part = "the description of the file \"\(TerminalText.escaped(file.name))\""
            for text in [file.name, file.fileName, file.contentType] {
                try DelimiterCheck.check(text, for: boundary, part: part)
            }
        }
    }

    private static func check(_ value: String, as name: String) throws(GatewayError) {
        try HeaderFields([HeaderFields.Field(name: name, value: value)]).validate()
    }
}
