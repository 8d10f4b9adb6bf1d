import ReactorFoundation

/// The position and the reason of a decoding failure, without any content of the body.
struct DecodingProblem: CustomStringConvertible {
    let description: String

    /// - Parameter body: The body. A decoder does not report the position of a JSON syntax error.
    init(_ error: any Error, in body: Data) {
        switch error {
        case _ where body.isEmpty: description = "it has no body"
        case DecodingError.keyNotFound(let key, let context):
            description = "\(Self.place(context.codingPath)) has no member \"\(key.stringValue)\""
        case DecodingError.typeMismatch(let type, let context):
            description = "\(Self.place(context.codingPath)) is not a \(type)"
        case DecodingError.valueNotFound(let type, let context):
            description = "\(Self.place(context.codingPath)) is null and should be a \(type)"
        case DecodingError.dataCorrupted(let context):
            description = Self.noJSON(in: body) ?? "\(Self.place(context.codingPath)) cannot be read"
        case let error as JSONError: description = Self.noJSON(error)
        default: description = "it cannot be read"
        }
    }

    private static func noJSON(in body: Data) -> String? {
        do throws(JSONError) {
            _ = try JSON(parsingAnswer: body)
            return nil
        } catch {
            return noJSON(error)
        }
    }

    private static func noJSON(_ error: JSONError) -> String { "it is not JSON at \(error.placeAndReason)" }

    private static func place(_ path: [any CodingKey]) -> String {
        if path.isEmpty { return "the value" }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
