import ReactorFoundation

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
