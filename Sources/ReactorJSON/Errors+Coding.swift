extension Errors {
    // MARK: Decoding

    /// A value was written in another form than its type reads: a recorded one needs a new version and an upcaster.
    static func undecodable(_ type: Any.Type, found kind: JSONTape.Kind) -> String {
        "Expected a \(type) and found \(shown(kind))."
    }

    /// A property without a default was not written: a recorded one needs a default, or a new version and an upcaster.
    static func missing(member: String) -> String { "The member \"\(member)\" is missing." }

    /// A number is too large for the type of its property, or has a fraction.
    static func unfit(number: String, for type: Any.Type) -> String { "The number \(number) does not fit in \(type)." }

    /// A property is a `URL`, and what was written is none.
    static func notURL(_ text: String) -> String { "\"\(text)\" is no URL." }

    /// A property is a `Data`, and what was written is not Base64.
    static let notBase64 = "The string is not Base64."
    /// A type decodes itself from an array, and reads more elements than were written.
    static let noElement = "The array has no more elements."

    // MARK: Encoding

    /// Why a value cannot be encoded: it is nested too deeply.
    static func tooDeep(limit: Int) -> String {
        "it stands in more than \(limit) arrays and objects, and could not be read back. Keep it flatter: a list of nodes "
            + "that name each other, say."
    }

    /// Why a value cannot be encoded: it holds `Decimal.nan`.
    static let notANumber = "it is a Decimal that is no number, and JSON has no form for it."

    /// Why a value cannot be encoded: an optional in an optional, most often.
    static let someNothing =
        "it is an optional that holds something and would be written as null, which is read as nil. Give it a type that "
        + "says which of the two is meant."

    /// A text has 4 GiB or more.
    static let tooLong = "It should hold a text of less than 4 GiB."

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
