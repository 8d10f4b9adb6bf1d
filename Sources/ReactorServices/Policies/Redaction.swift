import ReactorFoundation

/// The redaction of a request's secrets in texts.
enum Redaction {
    /// Shorter texts are not redacted, because they occur in many words.
    private static let shortestSecret = 4

    /// Returns the values that are marked as secret, and their parts: the token of `Bearer token`, the user and
    /// password of `Basic`, and the value of a cookie.
    static func secrets(of request: MutableRequestProperties) -> Set<String> {
        let fields = request.headers.fields.filter(\.isSecret).flatMap(parts)
        let items = request.query.items.filter(\.isSecret).flatMap { item in
            [item.value ?? "", item.encoded.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""]
        }
        return Set(fields + items).filter { $0.count >= shortestSecret }
    }

    /// Returns a value, its words, and the text after the equals sign of each word. The first of several words in an
    /// `Authorization` is the scheme.
    private static func parts(_ field: HeaderFields.Field) -> [String] {
        var words = field.value.split { " ;,".contains($0) }
        var pair: [String] = []
        if words.count > 1, field.isAuthorization {
            let scheme = words.removeFirst()
            if scheme.lowercased() == "basic" { pair = userAndPassword(words[0]) }
        }
        let values = words.compactMap { word in
            word.firstIndex(of: "=").map { word[word.index(after: $0)...].drop { $0 == "\"" }.prefix { $0 != "\"" } }
        }
        return [field.value] + pair + (words + values).map(String.init)
    }

    /// Returns `user:password`, and the password alone.
    private static func userAndPassword(_ encoded: Substring) -> [String] {
        guard let data = Data(base64Encoded: String(encoded)) else { return [] }
        let pair = String(decoding: data, as: UTF8.self)
        return [pair] + (pair.firstIndex(of: ":").map { [String(pair[pair.index(after: $0)...])] } ?? [])
    }

    /// Returns `text` with all `secrets` masked in every encoding that a service may use: plain, percent-encoded one or
    /// more times, as a form, as HTML, or with escapes of JSON strings.
    static func redacted(_ text: String, of secrets: Set<String>) -> String {
        let wanted = secrets.flatMap { secret in spellings(of: Spelling(secret)) }
        var masked = [Bool](repeating: false, count: text.utf8.count)
        for spelling in spellings(of: Spelling(text)) {
            for secret in wanted { spelling.mark(secret, in: &masked) }
        }
        guard masked.contains(true) else { return text }
        var result: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            if !masked[index] {
                result.append(byte)
            } else if index == 0 || !masked[index - 1] {
                result += Array(Secret.mask.utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns a text and its decodings by the usual encodings, applied repeatedly.
    private static func spellings(of text: Spelling) -> [Spelling] {
        var found = [text]
        var next = 0
        // Each decoding is shorter than the previous one, or has fewer plus signs. Texts of people have few.
        while next < found.count, found.count < 24 {
            for reading in found[next].readings where !found.contains(where: { $0.bytes == reading.bytes }) {
                found.append(reading)
            }
            next += 1
        }
        return found
    }
}

extension GatewayError {
    /// Returns this error without the secrets of `request`. The reason of a network adapter can contain the whole
    /// address.
    func withoutSecrets(of request: MutableRequestProperties) -> GatewayError {
        masked { reason in
            let shown = reason.split(separator: " ", omittingEmptySubsequences: false).map { word in
                word.contains("://") ? HiddenText.address(String(word)) : String(word)
            }
            return Redaction.redacted(shown.joined(separator: " "), of: Redaction.secrets(of: request))
        }
    }
}

/// A decoding of a text, with the origin of each byte.
private struct Spelling {
    var bytes: [UInt8]
    /// The range in the original text from which each byte was decoded.
    var origins: [Range<Int>]

    init(_ text: String) {
        bytes = Array(text.utf8)
        origins = bytes.indices.map { $0..<$0 + 1 }
    }

    private init() { (bytes, origins) = ([], []) }

    /// Marks all occurrences of `secret` in the original text.
    func mark(_ secret: Spelling, in masked: inout [Bool]) {
        let wanted = secret.bytes
        guard let first = wanted.first, wanted.count <= bytes.count else { return }
        for start in 0...bytes.count - wanted.count where bytes[start] == first {
            guard bytes[start..<start + wanted.count].elementsEqual(wanted) else { continue }
            for index in start..<start + wanted.count {
                for place in origins[index] { masked[place] = true }
            }
        }
    }

    /// The decodings of this text by each encoding that occurs in it.
    var readings: [Spelling] {
        var readings: [Spelling] = []
        if bytes.contains(UInt8(ascii: "%")) { readings.append(reading(\.percentEscape)) }
        if bytes.contains(UInt8(ascii: "+")) { readings.append(reading(\.plus)) }
        if bytes.contains(UInt8(ascii: "&")) { readings.append(reading(\.entity)) }
        if bytes.contains(UInt8(ascii: "\\")) { readings.append(reading(\.backslash)) }
        return readings
    }

    private func reading(_ escape: (ArraySlice<UInt8>) -> (length: Int, bytes: [UInt8])?) -> Spelling {
        var read = Spelling()
        var index = 0
        while index < bytes.count {
            let found = escape(bytes[index...]) ?? (1, [bytes[index]])
            let origin = origins[index].lowerBound..<origins[index + found.length - 1].upperBound
            for byte in found.bytes {
                read.bytes.append(byte)
                read.origins.append(origin)
            }
            index += found.length
        }
        return read
    }
}

extension ArraySlice<UInt8> {
    /// `%41`
    fileprivate var percentEscape: (length: Int, bytes: [UInt8])? {
        guard first == UInt8(ascii: "%"), count >= 3, let value = Self.number(dropFirst().prefix(2)) else { return nil }
        return (3, [UInt8(value)])
    }

    /// `+`, a blank in a form.
    fileprivate var plus: (length: Int, bytes: [UInt8])? {
        first == UInt8(ascii: "+") ? (1, [UInt8(ascii: " ")]) : nil
    }

    /// `&amp;`, `&#38;`, `&#x26;`
    fileprivate var entity: (length: Int, bytes: [UInt8])? {
        guard first == UInt8(ascii: "&"), let end = prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: self[startIndex + 1..<end], as: UTF8.self)
        let length = end - startIndex + 1
        if let character = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name] {
            return (length, Array(character.utf8))
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = value.flatMap(Unicode.Scalar.init) else { return nil }
        return (length, Array(String(scalar).utf8))
    }

    /// `\"`, `\/`, `\u0041`
    fileprivate var backslash: (length: Int, bytes: [UInt8])? {
        guard first == UInt8(ascii: "\\"), count >= 2 else { return nil }
        let next = self[startIndex + 1]
        guard next == UInt8(ascii: "u") else { return "\"\\/'".utf8.contains(next) ? (2, [next]) : nil }
        guard count >= 6, let value = Self.number(dropFirst(2).prefix(4)), let scalar = Unicode.Scalar(UInt32(value))
        else { return nil }
        return (6, Array(String(scalar).utf8))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension HeaderFields.Field {
    fileprivate var isAuthorization: Bool {
        ["authorization", "proxy-authorization"].contains(name.lowercased())
    }
}
