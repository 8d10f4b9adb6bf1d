/// An address and a key in one line, as tools of services provide it: `Endpoint=https://…;Key=…`.
///
/// Names are case-insensitive, and values can contain `=`. Errors contain no part of the string.
///
/// > Warning: A connection string that is built into an app is accessible to everyone who has the app. Use one to try a
/// > service, and do not ship it.
///
/// ```swift
/// let text = "Endpoint=https://weights.example;Key=c2VjcmV0=="
/// let connection = try ConnectionString(text, requiring: ["Endpoint", "Key"])
/// print(connection["endpoint"]?.revealed ?? "")     // https://weights.example
/// ```
public struct ConnectionString: Sendable {
    private let values: [String: Secret]

    /// Parses a connection string.
    ///
    /// - Throws: ``ConnectionStringError``, which contains the position of the invalid part and not its content.
    public init(_ text: String, requiring required: [String] = []) throws {
        var values: [String: Secret] = [:]
        for (index, part) in text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
            let part = part.drop { $0.isWhitespace }
            // A string can end with a semicolon.
            if part.isEmpty { continue }
            guard let equals = part.firstIndex(of: "="), equals > part.startIndex else {
                throw ConnectionStringError.malformed(part: index + 1)
            }
            let name = part[..<equals].lowercased()
            guard values[name] == nil else { throw ConnectionStringError.repeated(part: index + 1) }
            values[name] = Secret(String(part[part.index(after: equals)...]))
        }
        self.values = values
        for name in required { _ = try self.required(name) }
    }

    /// Returns the value with this name in plain text.
    ///
    /// - Throws: ``ConnectionStringError`` if there is no value with this name, or the value is empty.
    public func required(_ name: String) throws(ConnectionStringError) -> String {
        guard let value = self[name]?.revealed, !value.isEmpty else {
            throw ConnectionStringError.missing(name: name)
        }
        return value
    }

    /// The value with this name.
    public subscript(name: String) -> Secret? { values[name.lowercased()] }
}

/// The error of an invalid connection string.
public struct ConnectionStringError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The part at this position between semicolons is not `Name=value`.
    static func malformed(part: Int) -> ConnectionStringError {
        ConnectionStringError(
            "Part \(part) of the connection string is not Name=value. Copy the whole string again from the service's tool."
        )
    }

    /// The part at this position has the name of an earlier part.
    static func repeated(part: Int) -> ConnectionStringError {
        ConnectionStringError(
            "Part \(part) of the connection string repeats the name of an earlier part. Keep one of them.")
    }

    /// A required name has no value.
    static func missing(name: String) -> ConnectionStringError {
        ConnectionStringError(
            "The connection string has no value for \(name). Copy the whole string again from the service's tool.")
    }
}
