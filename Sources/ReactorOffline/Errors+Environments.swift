// What environments say.
extension Errors {
    /// Two environments have one name. The program stops.
    static func duplicateEnvironment(_ name: ServerEnvironment.Name) -> String {
        "ServerEnvironments: two are called \"\(name)\". Give each a name of its own."
    }

    static func environment(_ error: ServerEnvironmentError) -> String {
        switch error {
        case .unknown(let name, let known):
            "There is no environment \"\(visible(name))\". Choose one of: "
                + "\(known.map(\.rawValue).joined(separator: ", "))."
        case .noServer(let destination, let environment):
            "The environment \(environment) has no server \"\(destination)\". Give it a base URL for that."
        case .notEntered(let name, let current?):
            "The app is in the environment \(current), not in \(name) any more. Fire what belongs to an environment with "
                + "owner: ServerEnvironment.self, so that it ends with it."
        case .notEntered(let name, nil):
            "The environment \(name) was not entered. Enter it first, in a reaction to Reset<ServerEnvironment>."
        }
    }
}
