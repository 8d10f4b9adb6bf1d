/// What of a request is secret, and texts without it.
enum Redaction {
    /// Shorter texts are no secrets, and would blacken half of every sentence.
    private static let shortestSecret = 4

    /// The values that are marked as secret, with their parts: the token of `Bearer token` and the value of a cookie too.
    static func secrets(of request: MutableRequestProperties) -> Set<String> {
        let fields = request.headers.fields.filter(\.isSecret).flatMap(parts)
        let items = request.query.items.filter(\.isSecret).flatMap { item in
            [item.value ?? "", item.encoded.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""]
        }
        return Set(fields + items).filter { $0.count >= shortestSecret }
    }

    /// A value, its words, and what stands behind the equals sign of each. The first word of several in an
    /// `Authorization` names the scheme.
    private static func parts(_ field: HeaderFields.Field) -> [String] {
        var words = field.value.split { " ;,".contains($0) }
        if words.count > 1, field.isAuthorization { words.removeFirst() }
        let values = words.compactMap { word in
            word.firstIndex(of: "=").map { word[word.index(after: $0)...].drop { $0 == "\"" }.prefix { $0 != "\"" } }
        }
        return [field.value] + (words + values).map(String.init)
    }

    /// `text` with each of `secrets` masked, the longest first, so that none is left in part.
    static func redacted(_ text: String, of secrets: Set<String>) -> String {
        secrets.sorted { ($1.count, $1) < ($0.count, $0) }
            .reduce(text) { $0.split(separator: $1, omittingEmptySubsequences: false).joined(separator: Secret.mask) }
    }
}

extension HeaderFields.Field {
    fileprivate var isAuthorization: Bool {
        ["authorization", "proxy-authorization"].contains(name.lowercased())
    }
}
