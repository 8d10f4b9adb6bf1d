extension HeaderFields {
    /// The fields that HTTP defines for credentials.
    static let credentialNames = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// Returns the fields that another origin may receive: all except those that are marked as secret.
    package func withoutSecrets() -> HeaderFields { HeaderFields(fields.filter { !$0.isSecret }) }

    /// Marks the fields that are not among `others` as secret.
    mutating func markSecret(unlessIn others: HeaderFields) {
        self = HeaderFields(
            fields.map { field in
                others.fields.contains(field) ? field : Field(name: field.name, value: field.value, isSecret: true)
            })
    }
}

extension HeaderFields.Field: DescribedOnly {
    /// The name and the value. A secret is hidden, and so are the user and query of an address.
    public var description: String {
        let shown = value.contains("://") ? HiddenText.address(value) : value
        return "\(name): \(isSecret ? HiddenText.mark : shown)"
    }
}

extension HeaderFields: CustomStringConvertible, CustomReflectable {
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
