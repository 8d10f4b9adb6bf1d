import ReactorFoundation

/// A JSON body as a `Decodable` type.
enum JSONBody {
    /// Decodes what `body` says, as ``Response/json`` reads it: of two members of one object with the same name the last
    /// counts, also for a decoder of the system's, which alone would take the first.
    ///
    /// - Complexity: O(bytes); with a decoder of the system's a second reading of the body.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, decoder: JSONDecoder? = nil
    ) throws -> Value {
        guard let decoder else { return try JSON.decode(type, fromAnswer: Array(body)) }
        guard let answer = try? JSON.answer(body), answer.hasRepeatedNames else {
            return try decoder.decode(type, from: body)
        }
        return try decoder.decode(type, from: Data(answer.json.bytes()))
    }
}
