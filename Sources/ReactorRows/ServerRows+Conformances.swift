import ReactorState

extension ServerRows: Equatable {
    /// Returns whether the rows, in their order, and all versions are equal.
    @inlinable
    public static func == (left: ServerRows, right: ServerRows) -> Bool {
        left.wholeAsOf == right.wholeAsOf && left.shown == right.shown && left.versions == right.versions
    }
}

extension ServerRows {
    @usableFromInline
    enum CodingKeys: String, CodingKey {
        case rows
        case floor
        case versions
    }
}

extension ServerRows: Encodable where Row: Encodable, Row.ID: Encodable, Version: Encodable {
    /// Encodes `rows` and, if they are known, `floor` and `versions`, a dictionary by id.
    @inlinable
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shown, forKey: .rows)
        try container.encodeIfPresent(wholeAsOf, forKey: .floor)
        if !versions.isEmpty { try container.encode(versions, forKey: .versions) }
    }
}

extension ServerRows: Decodable where Row: Decodable, Row.ID: Decodable, Version: Decodable {
    /// Decodes the encoded properties. Without `floor` and `versions`, no version is known.
    ///
    /// - Throws: The errors of ``KeyedRows`` for two rows with the same id, and those of the rows and versions.
    @inlinable
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shown = try container.decode(KeyedRows<Row.ID, Row>.self, forKey: .rows)
        wholeAsOf = try container.decodeIfPresent(Version.self, forKey: .floor)
        versions = try container.decodeIfPresent([Row.ID: Version].self, forKey: .versions) ?? [:]
    }
}

extension ServerRows: CustomReflectable {
    /// A mirror with the rows and the known versions.
    public var customMirror: Mirror {
        Mirror(self, children: ["rows": shown, "floor": wholeAsOf as Any, "versions": versions], displayStyle: .struct)
    }
}
