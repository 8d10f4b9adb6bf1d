import ReactorFoundation

/// Writes a ``RequestBody/value(_:)`` as JSON; leaves other bodies alone.
///
/// The `Content-Type` is `application/json` unless the request says another.
public struct JsonBodyRequestPreparer: RequestPreparer {
    /// A preparer for a gateway whose bodies are JSON. ``JsonGateway`` has one already.
    public init() {}

    public func prepareRequest(_ request: inout MutableRequestProperties) {
        guard case .value(let value) = request.body else { return }
        request.body = .typed(Data(value.bytes()), .json)
    }
}

/// Writes a ``RequestBody/value(_:)`` that is an object as a form (`name=value&…`); leaves other bodies alone.
///
/// A list is written as several items of one name, `null` is left out. The `Content-Type` is
/// `application/x-www-form-urlencoded` unless the request says another.
public struct FormDataRequestPreparer: RequestPreparer {
    /// A preparer for a gateway whose bodies are forms.
    public init() {}

    /// - Throws: ``GatewayError`` for a value that a form cannot hold.
    public func prepareRequest(_ request: inout MutableRequestProperties) throws {
        guard case .value(let value) = request.body else { return }
        guard case .object(let object) = value else { throw GatewayError(.unwritableForm(member: "")) }
        let items = try object.members.flatMap { member in
            try (member.value.array ?? [member.value]).compactMap { try Self.item(member.key, $0) }
        }
        request.body = .typed(Data(QueryItems(items).encoded.utf8), .form)
    }

    private static func item(_ name: String, _ value: JSON) throws -> QueryItems.Item? {
        switch value {
        case .null: nil
        case .bool(let flag): QueryItems.Item(name: name, value: flag ? "true" : "false")
        case .number(let number): QueryItems.Item(name: name, value: number.text)
        case .string(let text): QueryItems.Item(name: name, value: text)
        case .array, .object: throw GatewayError(.unwritableForm(member: name))
        }
    }
}
