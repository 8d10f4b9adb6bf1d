/// An address and a key in one line, as a service's own tools hand it out: `Endpoint=https://…;Key=…`.
///
/// Names are compared without regard to case; a value may hold `=`. What a string holds appears in no error.
///
/// > Warning: Whoever has the app has what is built into it. Do not ship a connection string; use one to try a service.
///
/// ```swift
/// let text = "Endpoint=https://weights.example;Key=c2VjcmV0=="
/// let connection = try ConnectionString(text, requiring: ["Endpoint", "Key"])
/// print(connection["endpoint"]?.revealed ?? "")     // https://weights.example
/// ```
public struct ConnectionString: Sendable {
    private let values: [String: Secret]

    /// Takes a string apart.
    ///
    /// - Throws: ``ConnectionStringError``, which names the part by its place and never shows it.
    public init(_ text: String, requiring required: [String] = []) throws {
        var values: [String: Secret] = [:]
        for (index, part) in text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
            let part = part.drop { $0.isWhitespace }
            // A string may end with a semicolon.
            if part.isEmpty { continue }
            guard let equals = part.firstIndex(of: "="), equals > part.startIndex else {
                throw ConnectionStringError(.malformed(part: index + 1))
            }
            let name = part[..<equals].lowercased()
            guard values[name] == nil else { throw ConnectionStringError(.repeated(part: index + 1)) }
            values[name] = Secret(String(part[part.index(after: equals)...]))
        }
        self.values = values
        for name in required { _ = try self.required(name) }
    }

    /// The value with this name, in the clear.
    ///
    /// - Throws: ``ConnectionStringError`` when there is no value of this name, or an empty one.
    public func required(_ name: String) throws(ConnectionStringError) -> String {
        guard let value = self[name]?.revealed, !value.isEmpty else {
            throw ConnectionStringError(.missing(name: name))
        }
        return value
    }

    /// The value with this name.
    public subscript(name: String) -> Secret? { values[name.lowercased()] }
}

/// The error of an invalid connection string.
public struct ConnectionStringError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        /// The nth part between semicolons is not `Name=value`.
        case malformed(part: Int)
        /// The nth part has the name of an earlier one.
        case repeated(part: Int)
        /// A name that is needed has no value.
        case missing(name: String)
    }

    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    public var description: String {
        switch problem {
        case .malformed(let part):
            "Part \(part) of the connection string is not Name=value. Copy the whole string again from the service's tool."
        case .repeated(let part):
            "Part \(part) of the connection string repeats the name of an earlier part. Keep one of them."
        case .missing(let name):
            "The connection string has no value for \(name). Copy the whole string again from the service's tool."
        }
    }
}
