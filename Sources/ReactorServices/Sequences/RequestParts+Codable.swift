// How the parts of a described request are written, so that a file of one release is read by the next.

extension HTTPMethod: Codable {}

extension QueryItems: Codable {
    /// Reads a query as it is sent.
    public init(from decoder: any Decoder) throws { self.init(written: try String(from: decoder)) }

    /// Writes the query as it is sent.
    public func encode(to encoder: any Encoder) throws { try encoded.encode(to: encoder) }
}

extension HeaderFields: Codable {
    /// Reads fields in their order.
    public init(from decoder: any Decoder) throws { self.init(try [Field](from: decoder)) }

    /// Writes the fields in their order, those that say who asks included.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension HeaderFields.Field: Codable {
    private enum CodingKeys: String, CodingKey { case name, value }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            value: try container.decode(String.self, forKey: .value))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
    }
}
