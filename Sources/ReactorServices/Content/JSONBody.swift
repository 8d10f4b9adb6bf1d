import ReactorFoundation

enum JSONBody {
    /// Decodes `body` with the rules of ``Response/json``: of two members with one name the last applies. This also
    /// holds for a Foundation decoder, which would use the first.
    ///
    /// - Complexity: O(bytes). With a Foundation decoder, the body is parsed twice.
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
