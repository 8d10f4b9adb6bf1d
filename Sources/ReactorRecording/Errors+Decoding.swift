extension Errors {
    // MARK: Decoding

    static func undecodable(_ type: Any.Type, found kind: JSONTape.Kind) -> String {
        "Expected a \(type) and found \(shown(kind))."
    }

    static func missing(member: String) -> String { "The member \"\(member)\" is missing." }

    static func unfit(number: String, for type: Any.Type) -> String { "The number \(number) does not fit in \(type)." }

    static func notURL(_ text: String) -> String { "\"\(text)\" is no URL." }

    static let notBase64 = "The string is not Base64."
    static let noElement = "The array has no more elements."

    private static func shown(_ kind: JSONTape.Kind) -> String {
        switch kind {
        case .null: "null"
        case .no, .yes: "a boolean"
        case .number: "a number"
        case .array: "an array"
        case .object: "an object"
        case .plain, .string: "a string"
        }
    }
}
