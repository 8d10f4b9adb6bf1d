#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON body as a `Decodable` type.
enum JSONBody {
    /// Decodes what `body` says. Of two members of one object with the same name the last counts, as in
    /// ``Response/json``; the system's decoder alone would take the first.
    ///
    /// - Complexity: a second reading of the body.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard let answer = try? JSON.answer(body), answer.hasRepeatedNames else {
            return try decoder.decode(type, from: body)
        }
        return try decoder.decode(type, from: Data(answer.json.bytes()))
    }
}
