/// The key of a cached response, which is stable between runs and programs.
///
/// The key depends on the credentials, the method, base URL, path and query, and the `Accept` fields. With a custom
/// identifier, it depends on the credentials, the base URL and the identifier. The order of query items with different
/// names does not matter. The key is a digest and contains no secrets.
public struct CacheKey: Hashable, Sendable {
    /// The digest as 64 hexadecimal digits.
    public let digest: String

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

    /// Creates the key within one part of a cache.
    package init(_ key: CacheKey, in part: String) {
        var text = LengthPrefixed()
        text.append(part)
        text.append(key.digest)
        digest = SHA256.hexDigest(of: text.bytes)
    }
}

/// A sequence of strings in an unambiguous encoding.
struct LengthPrefixed {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) { bytes += Array("\(text.utf8.count):\(text)".utf8) }
}

extension MutableRequestProperties {
    /// A fingerprint of the credentials that contains no secrets, or nil if the request has no credentials.
    ///
    /// An identity represents the secrets that were added with it. Other secrets in header fields and in the query are
    /// hashed.
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
    /// Adds the identity of a credential that changed the request from `before`, for the secrets that it added.
    ///
    /// An identity that the request had before remains part of the fingerprint.
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

    /// Records the identity that a preparer added when it changed the request from `before`, for the secrets that it
    /// added.
    mutating func noteIdentity(since before: MutableRequestProperties) {
        guard credentialIdentity != before.credentialIdentity else { return }
        named = Secrets(of: self).subtracting(Secrets(of: before))
    }
}
