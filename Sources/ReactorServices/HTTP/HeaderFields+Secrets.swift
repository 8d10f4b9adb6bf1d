extension HeaderFields {
    /// The fields that say who asks, and which no other origin may be sent.
    ///
    /// Beside those of HTTP, every field whose name speaks of a key, a token, a secret, a password or a signature.
    public static func isCredential(_ name: String) -> Bool {
        let name = name.lowercased()
        // It must reach whoever is sent the request in the end, and says nothing about who asks.
        if name == "idempotency-key" { return false }
        return ["authorization", "proxy-authorization", "cookie", "set-cookie"].contains(name)
            || ["key", "token", "secret", "password", "signature", "credential"].contains { name.contains($0) }
    }

    /// These fields without those that say who asks.
    public func withoutCredentials() -> HeaderFields { HeaderFields(fields.filter { !Self.isCredential($0.name) }) }
}

extension HeaderFields.Field: CustomStringConvertible, CustomReflectable {
    public var description: String {
        HeaderFields.isCredential(name) ? "\(name): \(Errors.hidden)" : "\(name): \(value)"
    }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HeaderFields: CustomStringConvertible, CustomReflectable {
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
