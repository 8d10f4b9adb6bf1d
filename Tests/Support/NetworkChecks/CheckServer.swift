public import ReactorServices

/// The addresses of the servers that a ``NetworkCheck`` connects to.
///
/// They are a script of this repository, and a test is run under it by one command:
///
/// ```sh
/// python3 .build/checkouts/reactor/Tests/Fixtures/server/server.py --run swift test
/// ```
///
/// It serves on free ports of 127.0.0.1, passes them to the command in three environment variables, and ends with it.
public struct CheckServer: Sendable {
    /// A server that conforms to HTTP, and can be set to let a request fail.
    public let api: BaseURL
    /// Another origin of the same server.
    public let storage: BaseURL
    /// A server that breaks the rules of HTTP.
    public let faults: BaseURL

    /// Servers at these addresses, as `server.py --faults` prints their ports.
    ///
    /// - Parameters:
    ///   - api: The address of the server that conforms to HTTP.
    ///   - storage: The other origin of the same server.
    ///   - faults: The address of the server that breaks the rules.
    public init(api: BaseURL, storage: BaseURL, faults: BaseURL) {
        self.api = api
        self.storage = storage
        self.faults = faults
    }

    /// The servers that `server.py --run` has started; nil in a process that it did not.
    ///
    /// - Parameter environment: The environment of the process, by default that of `ProcessInfo.processInfo.environment`.
    public init?(environment: [String: String]) {
        func address(_ name: String) -> BaseURL? { environment[name].flatMap { try? BaseURL($0) } }
        guard let api = address("REACTOR_API"), let storage = address("REACTOR_STORAGE"),
            let faults = address("REACTOR_FAULTS")
        else { return nil }
        self.init(api: api, storage: storage, faults: faults)
    }
}
