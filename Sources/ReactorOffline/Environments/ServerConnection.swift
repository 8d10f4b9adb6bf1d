import ReactorServices

/// Which environment an app is connected to, and what it holds of it: clients, a queue. One for an app.
///
/// A reaction to `Reset<ServerEnvironment>` enters the environment that the state names:
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
/// Fire that command with `owner: ServerEnvironment.self`, and give its core to whatever fires events by itself, such as a
/// queue's audience: what they fire behind the next reset is then refused, at its place in the order.
///
/// - Entering ends what was there before it opens anything: requests are cancelled, kept answers forgotten, and what was
///   asked for with ``ServerSession/atEnd(_:)`` is done. Nothing is ever open for two environments.
/// - Entering and leaving happen one after the other, in the order they were asked for.
/// - A credential is asked for anew at each entry.
/// - What is on the disk stays there. Give a queue a folder named by the environment: its changes wait until the app is
///   there again, and are pushed nowhere else.
public actor ServerConnection<Content: Sendable> {
    private let access: @Sendable (ServerEnvironment, DestinationName) throws -> ServerAccess
    private var current: (session: ServerSession, content: Content)?
    private var isTaken = false
    private var line: [CheckedContinuation<Void, Never>] = []

    /// A connection to nothing yet.
    ///
    /// - Parameter access: how a server is reached; called for each of an environment's at each entry.
    public init(access: @escaping @Sendable (ServerEnvironment, DestinationName) throws -> ServerAccess) {
        self.access = access
    }

    /// The environment that is entered; nil before, and while one is being entered.
    public var environment: ServerEnvironment? { current?.session.environment }

    /// Ends what is open, and opens an environment; the same one, too.
    ///
    /// - Parameters:
    ///   - environment: the one to open.
    ///   - open: makes what the app holds of it; it must not wait for this connection. When it throws, or the task is
    ///     cancelled meanwhile, nothing is open.
    /// - Throws: `CancellationError`, what the access throws, ``GatewayError``, what `open` throws.
    @discardableResult
    public func enter(
        _ environment: ServerEnvironment, open: @Sendable (ServerSession) async throws -> Content
    ) async throws -> Content {
        await takeTurn()
        defer { passTurn() }
        // Whoever was given up has somebody behind who enters.
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

    /// Ends what is open.
    public func leave() async {
        await takeTurn()
        defer { passTurn() }
        await endCurrent()
    }

    /// What the app holds of an environment. Waits while one is being entered.
    ///
    /// - Throws: ``ServerEnvironmentError/notEntered(_:current:)``: a command that began in another environment gets
    ///   nothing of this one.
    public func content(in environment: ServerEnvironment.Name) async throws(ServerEnvironmentError) -> Content {
        await takeTurn()
        defer { passTurn() }
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

    private func takeTurn() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { line.append($0) }
    }

    private func passTurn() {
        if line.isEmpty { isTaken = false } else { line.removeFirst().resume() }
    }
}
