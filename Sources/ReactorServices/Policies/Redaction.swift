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
        if words.count > 1, ["authorization", "proxy-authorization"].contains(field.name.lowercased()) {
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

    /// Returns `text` with all `secrets` masked: plain, percent-encoded, with escapes of JSON strings, and in base64.
    static func redacted(_ text: String, of secrets: Set<String>) -> String {
        let wanted = secrets.flatMap { [$0, Data($0.utf8).base64EncodedString()] }.map { $0.map(spellings)[...] }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var maskedUntil = 0
        for index in bytes.indices {
            // Secrets can overlap, so the search continues inside a masked one.
            let end = wanted.compactMap { Self.end(of: $0, in: bytes[index...]) }.max() ?? 0
            if end > 0, index >= maskedUntil { shown += Array(Secret.mask.utf8) }
            maskedUntil = max(maskedUntil, end)
            if index >= maskedUntil { shown.append(bytes[index]) }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Returns a character in each encoding: plain, percent-encoded, and as an escape of JSON.
    private static func spellings(of character: Character) -> [[UInt8]] {
        let text = String(character)
        let percent = text.utf8.map { "%" + String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined()
        let escape = text.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).suffix(4) }.joined()
        return [text, percent, percent.uppercased(), "\\" + text, escape].map { Array($0.utf8) }
    }

    /// Returns the end of a secret if `text` begins with it. Each of its characters can be in another encoding.
    private static func end(of secret: ArraySlice<[[UInt8]]>, in text: ArraySlice<UInt8>) -> Int? {
        guard let spellings = secret.first else { return text.startIndex }
        for spelling in spellings where text.starts(with: spelling) {
            if let end = end(of: secret.dropFirst(), in: text.dropFirst(spelling.count)) { return end }
        }
        return nil
    }
}
