#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A piece of a form as it is sent: bytes that are known, or a file.
enum MultipartSegment: Hashable, Sendable {
    case bytes(Data)
    case file(path: String)
}

extension MultipartForm {
    /// The form's bytes, file by file, as they stand between boundaries.
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
            pending += "Content-Type: \(Self.unbroken(file.contentType))\r\n\r\n"
            segments.append(.bytes(Data(pending.utf8)))
            segments.append(.file(path: file.path))
            pending = "\r\n"
        }
        pending += "--\(boundary.text)--\r\n"
        segments.append(.bytes(Data(pending.utf8)))
        return segments
    }

    /// A name as browsers write it between quotes, so that none ends its field or its line.
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

    private static func unbroken(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
    }
}
