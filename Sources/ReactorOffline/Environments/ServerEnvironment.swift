public import Reactor
import ReactorServices

/// Where an app's servers are: production, staging, a machine on the desk.
///
/// ```swift
/// import ReactorServices
///
/// let staging = ServerEnvironment("staging", at: try BaseURL("https://staging.example.com"))
/// ```
///
/// It is also the scope of everything that is of one environment: what is fired with `owner: ServerEnvironment.self`, and
/// the parts of the state that answer a `Reset<ServerEnvironment>`.
public struct ServerEnvironment: Hashable, Sendable {
    /// What it is called: on a command line, in a state, in the name of a folder.
    public let name: Name
    /// The address of each server.
    let baseURLs: [DestinationName: BaseURL]
    /// Under which name the app keeps its credentials. Environments of one scope share a sign-in, others share nothing.
    public let credentialsScope: String

    /// An environment of several servers. Its credentials are its own unless a scope is named.
    public init(_ name: Name, baseURLs: [DestinationName: BaseURL], credentialsScope: String? = nil) {
        self.name = name
        self.baseURLs = baseURLs
        self.credentialsScope = credentialsScope ?? name.rawValue
    }

    /// An environment of one server.
    public init(_ name: Name, at base: BaseURL, credentialsScope: String? = nil) {
        self.init(name, baseURLs: [.api: base], credentialsScope: credentialsScope)
    }

    /// What an environment is called.
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
    /// The environment has no such server.
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
