/// What of a request is secret, and texts without it.
enum Redaction {
    /// Shorter texts are no secrets, and would blacken half of every sentence.
    private static let shortestSecret = 4

    /// The values of fields and query items that say who asks, with their parts: the token of `Bearer token` too.
    static func secrets(of request: MutableRequestProperties) -> Set<String> {
        let fields = request.headers.fields.filter { HeaderFields.isCredential($0.name) }.map(\.value)
        let items = request.query.items.filter { HeaderFields.isCredential($0.name) }.flatMap { item in
            [item.value ?? "", item.encoded.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""]
        }
        return Set((fields + items).flatMap { [$0] + $0.split(separator: " ").map(String.init) })
            .filter { $0.count >= shortestSecret && $0 != "Bearer" && $0 != "Basic" }
    }

    /// `text` with each of `secrets` masked, the longest first, so that none is left in part.
    static func redacted(_ text: String, of secrets: Set<String>) -> String {
        secrets.sorted { ($1.count, $1) < ($0.count, $0) }
            .reduce(text) { $0.split(separator: $1, omittingEmptySubsequences: false).joined(separator: Secret.mask) }
    }
}
