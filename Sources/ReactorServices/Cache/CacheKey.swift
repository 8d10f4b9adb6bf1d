/// What an answer is kept under: the same for the same request in every run of every program.
///
/// It stands for who asks, the method, base URL, path and query, and the `Accept` fields. Items of the query are sorted
/// by name, those of one name keep their order. It is a digest, so nothing secret can be read from it.
public struct CacheKey: Hashable, Sendable {
    /// 64 hexadecimal digits.
    public let digest: String

    /// The key of a request as it is sent, with what preparers added.
    init(_ request: Request) {
        var text = LengthPrefixed()
        text.append(request.credentialFingerprint ?? "")
        if let identifier = request.customCacheIdentifier {
            text.append("custom")
            text.append(identifier)
        } else {
            text.append("request")
            text.append(request.method.rawValue)
            text.append(request.base.description)
            text.append(PercentEncoding.path(request.path))
            let sorted = request.query.items.enumerated().sorted { left, right in
                (left.element.name, left.offset) < (right.element.name, right.offset)
            }
            text.append(sorted.map(\.element.encoded).joined(separator: "&"))
            for name in ["Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language"] {
                text.append(request.headers[name] ?? "")
            }
        }
        digest = SHA256.hexDigest(of: text.bytes)
    }

    /// What a key is in one part of a cache, and in no other.
    package init(_ key: CacheKey, in part: String) {
        var text = LengthPrefixed()
        text.append(part)
        text.append(key.digest)
        digest = SHA256.hexDigest(of: text.bytes)
    }
}

/// Texts in a row that cannot be read in another way.
struct LengthPrefixed {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes += Array("\(text.utf8.count):\(text)".utf8) }
}

extension Request {
    /// Stands for who asks; nil for nobody in particular. Shows no secret.
    var credentialFingerprint: String? {
        if let credentialIdentity { return "identity \(credentialIdentity)" }
        let fields = headers.fields.filter(\.isSecret)
        guard !fields.isEmpty else { return nil }
        var text = LengthPrefixed()
        for field in fields {
            text.append(field.name.lowercased())
            text.append(field.value)
        }
        return "fields \(SHA256.hexDigest(of: text.bytes))"
    }
}
