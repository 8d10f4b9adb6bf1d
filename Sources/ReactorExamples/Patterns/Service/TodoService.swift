import Reactor
import ReactorOffline
import ReactorServices

/// What a server does with todos.
package protocol TodoService: Sendable {
    func list() async throws -> [Todo]
    func search(_ text: String) async throws -> [Todo]
    func add(title: String, note: String) async throws -> Todo
}

/// The servers of all environments, one of which is connected at a time.
package protocol TodoServers: Sendable {
    /// Leaves the environment that is connected, and connects this one.
    func connect(to environment: ServerEnvironment.Name) async throws
    /// The service of the environment.
    ///
    /// - Throws: ``ServerEnvironmentError/notEntered(_:current:)`` where another is connected, or none.
    func service(in environment: ServerEnvironment.Name) async throws -> any TodoService
}

enum TodoServersKey: DependencyKey {
    static var liveValue: any TodoServers { NoServers() }
}

/// Until the program gives others.
private struct NoServers: TodoServers {
    func connect(to environment: ServerEnvironment.Name) throws {
        throw ServerEnvironmentError.unknown(environment.rawValue, known: [])
    }

    func service(in environment: ServerEnvironment.Name) throws -> any TodoService {
        throw ServerEnvironmentError.notEntered(environment, current: nil)
    }
}

extension Dependencies {
    package var todoServers: any TodoServers {
        get { self[TodoServersKey.self] }
        set { self[TodoServersKey.self] = newValue }
    }
}
