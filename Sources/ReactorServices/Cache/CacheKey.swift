/// What an answer is kept under: the same for the same request in every run of every program.
///
/// It stands for who asks, the method, base URL, path and query, and the `Accept` fields; under a name of its own for who
/// asks, the base URL and that name. Items of the query are sorted by name, those of one name keep their order. It is a digest, so nothing secret can be read from it.
public struct CacheKey: Hashable, Sendable {
    /// 64 hexadecimal digits.
    public let digest: String

    /// The key of a request as it is sent, with what preparers added.
    init(_ request: Request) {
        var text = LengthPrefixed()
        text.append(request.credentialFingerprint ?? "")
        if let identifier = request.customCacheIdentifier {
            text.append("custom")
            text.append(request.base.description)
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

extension MutableRequestProperties {
    /// Stands for who asks; nil for nobody in particular. Shows no secret.
    ///
    /// A name stands for the secrets that came with it. Any other secret, in a header field or in the query, says itself
    /// who asks.
    var credentialFingerprint: String? {
        let named = named ?? (credentialIdentity == nil ? Secrets() : Secrets(of: self))
        let fields = headers.fields.filter { $0.isSecret && !named.contains($0) }
        let items = query.items.filter { $0.isSecret && !named.contains($0) }
        let identity = credentialIdentity.map { "identity \($0)" }
        guard !fields.isEmpty || !items.isEmpty else { return identity }
        var text = LengthPrefixed()
        for field in fields {
            text.append(field.name.lowercased())
            text.append(field.value)
        }
        for item in items {
            text.append("?")
            text.append(item.encoded)
        }
        return (identity.map { "\($0) " } ?? "") + "secrets \(SHA256.hexDigest(of: text.bytes))"
    }
}

extension MutableRequestProperties {
    /// A credential has put itself on the request, which was `before`: it is that of `identity`, where it has one.
    ///
    /// A name that the request had before stays part of who asks.
    mutating func identify(_ identity: String?, since before: MutableRequestProperties) {
        var names = [before.credentialIdentity, identity ?? credentialIdentity].compactMap { $0 }
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        guard !names.isEmpty else { return }
        var text = LengthPrefixed()
        for name in names { text.append(name) }
        credentialIdentity = names.count == 1 ? names[0] : String(decoding: text.bytes, as: UTF8.self)
        let submitted = before.credentialIdentity == nil ? Secrets() : Secrets(of: before)
        named = submitted.union(Secrets(of: self).subtracting(Secrets(of: before)))
    }

    /// A preparer has changed the request, which was `before`. One that says who asks says it of the secrets that it adds.
    mutating func noteIdentity(since before: MutableRequestProperties) {
        guard credentialIdentity != before.credentialIdentity else { return }
        named = Secrets(of: self).subtracting(Secrets(of: before))
    }
}
