#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON body as a `Decodable` type.
enum JSONBody {
    /// Decodes what `body` says. Of two members of one object with the same name the last counts, as in a ``JSONValue``;
    /// the system's decoder alone would take the first.
    ///
    /// - Complexity: a second reading of the body.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        var reader = JSONReader(bytes: Array(body))
        guard let value = try? reader.document(), reader.hasRepeatedNames else {
            return try decoder.decode(type, from: body)
        }
        return try decoder.decode(type, from: Data(value.withLastMembers.written.utf8))
    }
}

extension JSONValue {
    /// This value, its objects with only the last of the members that have one name.
    fileprivate var withLastMembers: JSONValue {
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map(\.withLastMembers))
        case .object(let object):
            var seen: Set<String> = []
            let last = object.members.reversed().filter { seen.insert($0.name).inserted }
            return .object(
                JSONObject(
                    members: last.reversed().map { JSONObject.Member(name: $0.name, value: $0.value.withLastMembers) }))
        }
    }
}
