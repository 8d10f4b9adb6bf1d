extension JSON {
    /// How many arrays and objects may stand in each other unless told otherwise.
    public static let depthLimit = 512

    /// Reads exactly one value, strictly: space around it is fine, anything else is not. O(bytes).
    ///
    /// Refused are, beyond what is not JSON: a name that comes twice in an object, bytes that are not UTF-8, half of a
    /// surrogate pair, a byte order mark, and more levels than `depthLimit`.
    ///
    /// - Throws: A ``JSONError`` with the byte, line and column, and what was wrong there.
    public init(parsing bytes: some Sequence<UInt8>, depthLimit: Int = JSON.depthLimit) throws(JSONError) {
        let result: Result<JSON, JSONError>? = bytes.withContiguousStorageIfAvailable {
            Self.parse($0, depthLimit: depthLimit)
        }
        self = try (result ?? Array(bytes).withUnsafeBufferPointer { Self.parse($0, depthLimit: depthLimit) }).get()
    }

    /// Reads exactly one value, strictly.
    ///
    /// - Throws: A ``JSONError`` with the byte, line and column, and what was wrong there.
    public init(parsing text: String, depthLimit: Int = JSON.depthLimit) throws(JSONError) {
        try self.init(parsing: text.utf8, depthLimit: depthLimit)
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) -> Result<JSON, JSONError> {
        var parser = JSONParser(bytes, depthLimit: depthLimit)
        do throws(JSONError) {
            return .success(try parser.document())
        } catch {
            return .failure(error)
        }
    }
}
