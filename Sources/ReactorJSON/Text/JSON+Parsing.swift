extension JSON {
    /// How many arrays and objects may stand in each other unless another limit is given.
    public static let depthLimit = 512

    /// Reads exactly one value, strictly: space around it is fine, anything else is not. O(bytes).
    ///
    /// Refused are, beyond what is not JSON: a name that comes twice in an object, bytes that are not UTF-8, half of a
    /// surrogate pair, a byte order mark, and more levels than `depthLimit`.
    ///
    /// - Throws: A ``JSONError`` with the byte, line and column, and what was wrong there.
    public init(parsing bytes: some Sequence<UInt8>, depthLimit: Int = JSON.depthLimit) throws(JSONError) {
        let result: Result<JSON, JSONError>? = bytes.withContiguousStorageIfAvailable {
            Self.parse($0, depthLimit: depthLimit, isAnswer: false).map(\.json)
        }
        self = try
            (result
            ?? Array(bytes).withUnsafeBufferPointer {
                Self.parse($0, depthLimit: depthLimit, isAnswer: false).map(\.json)
            }).get()
    }

    /// Reads exactly one value, strictly.
    ///
    /// - Throws: A ``JSONError`` with the byte, line and column, and what was wrong there.
    public init(parsing text: String, depthLimit: Int = JSON.depthLimit) throws(JSONError) {
        try self.init(parsing: text.utf8, depthLimit: depthLimit)
    }

    /// Reads one value as servers write it: as ``init(parsing:depthLimit:)-(String,_)`` does, but a byte order mark
    /// before it is passed over, and of two members of one object with the same name the last counts, in the first's
    /// place. O(bytes).
    ///
    /// - Throws: A ``JSONError`` with the byte, line and column, and what was wrong there.
    public init(parsingAnswer bytes: some Sequence<UInt8>) throws(JSONError) {
        self = try Self.answer(bytes).json
    }

    /// The value that a server wrote, and whether one of its objects has two members of one name.
    package static func answer(
        _ bytes: some Sequence<UInt8>
    ) throws(JSONError) -> (json: JSON, hasRepeatedNames: Bool) {
        try Array(bytes).withUnsafeBufferPointer {
            Self.parse($0, depthLimit: JSON.depthLimit, isAnswer: true)
        }.get()
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int, isAnswer: Bool
    ) -> Result<(json: JSON, hasRepeatedNames: Bool), JSONError> {
        var parser = JSONParser(bytes, depthLimit: depthLimit, isAnswer: isAnswer)
        do throws(JSONError) {
            let json = try parser.document()
            return .success((json, parser.hasRepeatedNames))
        } catch {
            return .failure(error)
        }
    }
}
