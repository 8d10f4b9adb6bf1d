/// The environments that an app can be in, the first being the one it is in unless somebody chooses.
///
/// ```swift
/// import ReactorServices
///
/// let environments = ServerEnvironments(
///     ServerEnvironment("production", at: try BaseURL("https://api.example.com")),
///     ServerEnvironment("staging", at: try BaseURL("https://staging.example.com")))
/// let chosen = try environments.chosen(argument: "staging")
/// ```
public struct ServerEnvironments: Sendable {
    /// All of them, in the order they were given.
    public let all: [ServerEnvironment]
    private let first: ServerEnvironment

    /// These environments. The program ends when two have the same name.
    public init(_ first: ServerEnvironment, _ others: ServerEnvironment...) {
        self.first = first
        all = [first] + others
        let names = all.map(\.name)
        let twice = names.first { name in names.count { $0 == name } > 1 }
        if let twice {
            fatalError("ServerEnvironments has two environments with the name \"\(twice)\". Give each its own name.")
        }
    }

    /// The environment of this name.
    ///
    /// - Throws: ``ServerEnvironmentError/unknown(_:known:)``.
    public func named(_ name: ServerEnvironment.Name) throws(ServerEnvironmentError) -> ServerEnvironment {
        guard let environment = all.first(where: { $0.name == name }) else {
            throw .unknown(name.rawValue, known: all.map(\.name))
        }
        return environment
    }

    /// The environment to begin in: what the command line says, else what a variable says, else the first.
    ///
    /// The library reads neither: a program gives what it has read. A variable that is empty says nothing.
    ///
    /// - Throws: ``ServerEnvironmentError/unknown(_:known:)``.
    public func chosen(
        argument: String? = nil, variable: String? = nil
    ) throws(ServerEnvironmentError) -> ServerEnvironment {
        let variable = variable.flatMap { $0.isEmpty ? nil : $0 }
        guard let name = argument ?? variable else { return first }
        return try named(ServerEnvironment.Name(rawValue: name))
    }
}
