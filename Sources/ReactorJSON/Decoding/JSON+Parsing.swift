extension JSON {
    /// The default limit for nested arrays and objects.
    package static let depthLimit = 512

    /// Parses exactly one value, strictly: only whitespace may surround it. O(bytes).
    ///
    /// Apart from invalid JSON, these are errors: repeated names in an object, bytes that are not UTF-8, half of a surrogate
    /// pair, a byte order mark, and more than 512 levels.
    ///
    /// - Throws: A ``JSONError`` with the byte, line, column and reason.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) { self = try JSONTape(Array(bytes)).json() }

    /// Parses exactly one value, strictly.
    ///
    /// - Throws: A ``JSONError`` with the byte, line, column and reason.
    public init(parsing text: String) throws(JSONError) { try self.init(parsing: text.utf8) }

    /// Parses exactly one value, strictly, with a limit for nested arrays and objects.
    package init(parsing bytes: some Sequence<UInt8>, depthLimit: Int) throws(JSONError) {
        self = try JSONTape(Array(bytes), depthLimit: depthLimit).json()
    }

    /// Parses a value as servers write it: like ``init(parsing:)-(String)``, but a byte order mark is skipped, and
    /// of two members with the same name the last value counts, in the first position. O(bytes).
    ///
    /// - Throws: A ``JSONError`` with the byte, line, column and reason.
    package init(parsingAnswer bytes: some Sequence<UInt8>) throws(JSONError) {
        self = try Self.answer(bytes).json
    }

    /// Parses the value of a server, and returns whether one of its objects has repeated names.
    package static func answer(
        _ bytes: some Sequence<UInt8>
    ) throws(JSONError) -> (json: JSON, hasRepeatedNames: Bool) {
        let tape = try JSONTape(answer: Array(bytes))
        return (tape.json(), tape.hasRepeatedNames)
    }
}
