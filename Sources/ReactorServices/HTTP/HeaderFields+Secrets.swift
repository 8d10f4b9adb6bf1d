extension HeaderFields {
    /// The fields that HTTP has for saying who asks.
    static let credentialNames = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// These fields without those that are marked as secret, for another origin.
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
    /// Name and value; what is secret is hidden, as are user and query of an address.
    public var description: String {
        let shown = value.contains("://") ? HiddenText.address(value) : value
        return "\(name): \(isSecret ? HiddenText.mark : shown)"
    }
}

extension HeaderFields: CustomStringConvertible, CustomReflectable {
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
