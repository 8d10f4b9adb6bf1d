extension Errors {
    // MARK: Decoding

    /// An event or a state was recorded in another form than its type reads: give it a new version and an upcaster.
    static func undecodable(_ type: Any.Type, found kind: JSONTape.Kind) -> String {
        "Expected a \(type) and found \(shown(kind))."
    }

    /// A property without a default was not recorded: give it a default, or a new version and an upcaster.
    static func missing(member: String) -> String { "The member \"\(member)\" is missing." }

    /// A recorded number is too large for the type of its property, or has a fraction.
    static func unfit(number: String, for type: Any.Type) -> String { "The number \(number) does not fit in \(type)." }

    /// A property is a `URL`, and what was recorded is none.
    static func notURL(_ text: String) -> String { "\"\(text)\" is no URL." }

    /// A property is a `Data`, and what was recorded is not Base64.
    static let notBase64 = "The string is not Base64."
    /// A type decodes itself from an array, and reads more elements than were recorded.
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
