/// The environments of an app. The first is the default.
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
    /// The environments in their order.
    public let all: [ServerEnvironment]
    private let first: ServerEnvironment

    /// Creates a list of environments. Two environments with the same name stop the program.
    public init(_ first: ServerEnvironment, _ others: ServerEnvironment...) {
        self.first = first
        all = [first] + others
        let names = all.map(\.name)
        let twice = names.first { name in names.count { $0 == name } > 1 }
        if let twice {
            fatalError("ServerEnvironments has two environments with the name \"\(twice)\". Give each its own name.")
        }
    }

    /// Returns the environment with this name.
    ///
    /// - Throws: ``ServerEnvironmentError/unknown(_:known:)``.
    public func named(_ name: ServerEnvironment.Name) throws(ServerEnvironmentError) -> ServerEnvironment {
        guard let environment = all.first(where: { $0.name == name }) else {
            throw .unknown(name.rawValue, known: all.map(\.name))
        }
        return environment
    }

    /// Returns the environment to start in: that of the command line, of an environment variable, or the first.
    ///
    /// Pass the values that your program has read. An empty variable counts as missing.
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
