enum PercentEncoding {
    /// Encodes everything except letters, digits, `-`, `.`, `_` and `~`.
    static func component(_ text: String) -> String { encoded(text, keeping: isUnreserved) }

    static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isKept(byte) { result.append(byte) } else { append(byte, to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes the characters of a path that are not allowed there, and preserves escapes.
    static func path(_ text: some StringProtocol) -> String { completed(text, allowed: "/!$&'()*+,;=:@") }

    /// Encodes the characters of a query that are not allowed there, and preserves escapes.
    static func query(_ text: some StringProtocol) -> String { completed(text, allowed: "/!$&'()*+,;=:@?") }

    private static func completed(_ text: some StringProtocol, allowed: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && bytes.dropFirst(index + 1).prefix(2).count(where: isHex) == 2
            if isEscape || isUnreserved(byte) || allowed.utf8.contains(byte) {
                result.append(byte)
            } else {
                append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes the escapes of a text. A `%` without two hexadecimal digits is preserved.
    static func decoded(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16),
                isHex(bytes[index + 1])
            {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether any server could resolve the path to one above its root, including servers that read an encoded slash or
    /// a backslash as a slash, decode twice, or ignore parameters of a segment.
    static func climbs(_ path: some StringProtocol) -> Bool {
        var text = String(path)
        while true {
            let segments = text.split { $0 == "/" || $0 == "\\" }
            if segments.contains(where: { [".", ".."].contains($0.prefix { $0 != ";" }) }) { return true }
            let decoded = decoded(text)
            if decoded == text { return false }
            text = decoded
        }
    }

    /// Resolves the dot segments of a path, at most up to its root (RFC 3986, 5.2.4). Encoded dots count, too.
    static func withoutDotSegments(_ path: some StringProtocol) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in zip(segments.indices, segments).map({ ($0, Substring($1)) }) {
            let isLast = index == segments.indices.last
            switch segment.replacing("%2e", with: ".").replacing("%2E", with: ".") {
            case ".": if isLast { kept.append("") }
            case "..":
                // The text before the first slash is the root.
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
