// The file format of described requests, which later releases must read.

extension HTTPMethod: Codable {}

extension QueryItems: Codable {
    private enum CodingKeys: String, CodingKey { case query, secret }

    /// Decodes a query.
    public init(from decoder: any Decoder) throws {
        if let written = try? String(from: decoder) {
            self.init(written: written)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(written: try container.decode(String.self, forKey: .query))
        let secret = Set(try container.decode([Int].self, forKey: .secret))
        items = items.enumerated().map { secret.contains($0) ? Item($1, isSecret: true) : $1 }
    }

    /// Encodes the query as it is sent, and the indices of its secret items.
    public func encode(to encoder: any Encoder) throws {
        let secret = items.indices.filter { items[$0].isSecret }
        guard !secret.isEmpty else { return try encoded.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(encoded, forKey: .query)
        try container.encode(secret, forKey: .secret)
    }
}

extension HeaderFields: Codable {
    /// Decodes fields in their order.
    public init(from decoder: any Decoder) throws { self.init(try [Field](from: decoder)) }

    /// Encodes the fields in their order, including the secret ones.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension HeaderFields.Field: Codable {
    private enum CodingKeys: String, CodingKey { case name, value, secret }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            value: try container.decode(String.self, forKey: .value),
            isSecret: try container.decodeIfPresent(Bool.self, forKey: .secret) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        if isSecret { try container.encode(true, forKey: .secret) }
    }
}
