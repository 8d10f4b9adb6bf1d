public import Reactor
import ReactorServices

/// The addresses of an app's servers, such as those for production, staging or a local machine.
///
/// ```swift
/// import ReactorServices
///
/// let staging = ServerEnvironment("staging", at: try BaseURL("https://staging.example.com"))
/// ```
///
/// The type is also the owner of everything that belongs to one environment: commands with `owner:
/// ServerEnvironment.self`, and the parts of the state that handle a `Reset<ServerEnvironment>`.
public struct ServerEnvironment: Hashable, Sendable {
    /// The name on a command line, in a state, and in the name of a folder.
    public let name: Name
    let baseURLs: [DestinationName: BaseURL]
    /// The name under which the app stores credentials. Environments with the same scope share a sign-in.
    public let credentialsScope: String

    /// Creates an environment of several servers. By default, it does not share its credentials.
    public init(_ name: Name, baseURLs: [DestinationName: BaseURL], credentialsScope: String? = nil) {
        self.name = name
        self.baseURLs = baseURLs
        self.credentialsScope = credentialsScope ?? name.rawValue
    }

    /// Creates an environment of one server.
    public init(_ name: Name, at base: BaseURL, credentialsScope: String? = nil) {
        self.init(name, baseURLs: [.api: base], credentialsScope: credentialsScope)
    }

    /// The name of an environment.
    public struct Name: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
        CustomStringConvertible
    {
        /// The name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        public var description: String { rawValue }
    }
}

/// The error of an environment that is unknown, incomplete or not entered.
public enum ServerEnvironmentError: ExplainedError, Hashable, CustomStringConvertible {
    /// No environment has this name.
    case unknown(String, known: [ServerEnvironment.Name])
    /// The environment has no server with this name.
    case noServer(DestinationName, ServerEnvironment.Name)
    /// The app is in another environment, or in none.
    case notEntered(ServerEnvironment.Name, current: ServerEnvironment.Name?)

    public var description: String {
        switch self {
        case .unknown(let name, let known):
            "There is no environment \"\(TerminalText.escaped(name))\". Use one of: "
                + "\(known.map(\.rawValue).joined(separator: ", "))."
        case .noServer(let destination, let environment):
            "The environment \(environment) has no server \"\(destination)\". Add a base URL for it."
        case .notEntered(let name, let current?):
            "The app is in the environment \(current), and no longer in \(name). Fire events of an environment with "
                + "owner: ServerEnvironment.self, so that they end with it."
        case .notEntered(let name, nil):
            "The environment \(name) was not entered. Enter it first, in a reaction to Reset<ServerEnvironment>."
        }
    }

    public var explanation: UserMessage {
        switch self {
        case .unknown(let name, _): UserMessage("environment.unknown", [.text(name)])
        case .noServer: .unexpected
        case .notEntered: UserMessage("service.connecting", recovery: "recovery.wait")
        }
    }
}
