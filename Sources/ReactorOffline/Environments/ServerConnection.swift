import ReactorRecording
import ReactorServices

/// The environment that an app is connected to, and its content: clients or a queue. An app has one connection.
///
/// Enter the environment that the state names in a reaction to `Reset<ServerEnvironment>`:
///
/// ```swift
/// import Reactor
/// import ReactorServices
///
/// struct Shop: State {
///     var environment: ServerEnvironment.Name = "production"
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as EnvironmentChosen: environment = event.name
///         case is Reset<ServerEnvironment>: self = Shop(environment: environment)
///         default: break
///         }
///     }
/// }
///
/// struct EnterEnvironment: Command {
///     let environments: ServerEnvironments
///     let connection: ServerConnection<JsonGateway>
///
///     func execute(state: Shop, core: Core<Shop>) async throws {
///         try await connection.enter(environments.named(state.environment)) { session in
///             try session.gateway()
///         }
///     }
/// }
/// ```
///
/// Fire that command with `owner: ServerEnvironment.self`, and pass its core to everything that fires events on its
/// own, such as a queue's audience: events that they fire after the next reset are refused.
///
/// - Entering ends the previous session first: requests are cancelled, cached responses are removed, and the closures
///   of ``ServerSession/atEnd(_:)`` are called. No two environments are open at the same time.
/// - Entering and leaving are serial, in the order of the calls.
/// - The credential is created again for each entry.
/// - Files on the disk are preserved. Use a folder for each environment for a queue: its changes wait until the app
///   enters that environment again, and are not sent to another.
public actor ServerConnection<Content: Sendable> {
    private let access: @Sendable (ServerEnvironment, DestinationName) throws -> ServerAccess
    private var current: (session: ServerSession, content: Content)?
    private let lock = AsyncLock()

    /// Creates a connection without an environment.
    ///
    /// - Parameter access: A closure that returns the access to a server. It is called for each server of an
    ///   environment at each entry.
    public init(access: @escaping @Sendable (ServerEnvironment, DestinationName) throws -> ServerAccess) {
        self.access = access
    }

    /// The environment that was entered, or nil before, and while one is being entered.
    public var environment: ServerEnvironment? { current?.session.environment }

    /// Ends the current environment and enters another, or the same one again.
    ///
    /// - Parameters:
    ///   - environment: The environment to enter.
    ///   - open: A closure that creates the app's content of the environment. It must not wait for this connection. If
    ///     it throws, or the task is cancelled in the meantime, no environment is entered.
    /// - Throws: `CancellationError`, ``GatewayError``, or the error of `access` or `open`.
    @discardableResult
    public func enter(
        _ environment: ServerEnvironment, open: @Sendable (ServerSession) async throws -> Content
    ) async throws -> Content {
        await lock.lock()
        defer { lock.unlock() }
        // A cancelled command is followed by another that enters.
        try Task.checkCancellation()
        await endCurrent()
        let session = try ServerSession(environment, access)
        do {
            let content = try await open(session)
            try Task.checkCancellation()
            current = (session, content)
            return content
        } catch {
            await session.end()
            throw error
        }
    }

    /// Ends the current environment.
    public func leave() async {
        await lock.lock()
        defer { lock.unlock() }
        await endCurrent()
    }

    /// Returns the app's content of an environment. Waits while an environment is being entered.
    ///
    /// - Throws: ``ServerEnvironmentError/notEntered(_:current:)`` if the app is in another environment, so that a
    ///   command that began in another environment does not use this one.
    public func content(in environment: ServerEnvironment.Name) async throws(ServerEnvironmentError) -> Content {
        await lock.lock()
        defer { lock.unlock() }
        guard let current, current.session.environment.name == environment else {
            throw .notEntered(environment, current: current?.session.environment.name)
        }
        return current.content
    }

    private func endCurrent() async {
        guard let ending = current else { return }
        current = nil
        await ending.session.end()
    }
}
