import ReactorFoundation

/// A preparer that encodes a ``RequestBody/value(_:)`` as JSON, and preserves other bodies.
///
/// The `Content-Type` is `application/json`, unless the request has another.
public struct JsonBodyRequestPreparer: RequestPreparer {
    /// Creates a preparer. ``JsonGateway`` already has one.
    public init() {}

    public func prepareRequest(_ request: inout MutableRequestProperties) {
        guard case .value(let value) = request.body else { return }
        request.body = .typed(Data(value.bytes()), .json)
    }
}

/// A preparer that encodes a ``RequestBody/value(_:)`` as a form (`name=value&…`), and preserves other bodies.
///
/// The value must be an object. A list becomes several items with one name, and `null` is omitted. The `Content-Type`
/// is `application/x-www-form-urlencoded`, unless the request has another.
public struct FormDataRequestPreparer: RequestPreparer {
    /// Creates a preparer.
    public init() {}

    /// - Throws: ``GatewayError`` for a value that a form cannot contain.
    public func prepareRequest(_ request: inout MutableRequestProperties) throws {
        guard case .value(let value) = request.body else { return }
        guard case .object(let object) = value else { throw GatewayError.unwritableForm(member: "") }
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
        case .array, .object: throw GatewayError.unwritableForm(member: name)
        }
    }
}
