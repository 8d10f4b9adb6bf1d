import Reactor
import ReactorOffline
import ReactorServices
import Testing

@testable import ExamplePatterns

@Suite("The servers of the todo app")
struct ConnectedServersTests {
    private let server = TodoServer([
        "todos.test": [Todo(id: 7, title: "Mend the fence", note: "Nails."), Todo(id: 9, title: "Sow beans")],
        "staging.todos.test": [Todo(id: 1, title: "Try the new form")],
    ])
    private let environments: ServerEnvironments

    init() throws {
        environments = ServerEnvironments(
            ServerEnvironment("production", at: try BaseURL("https://todos.test")),
            ServerEnvironment("staging", at: try BaseURL("https://staging.todos.test")))
    }

    private func service(in name: ServerEnvironment.Name, key: String = TodoServer.key) async throws -> any TodoService
    {
        let servers = ConnectedServers(environments, network: server.network) { key }
        try await servers.connect(to: name)
        return try await servers.service(in: name)
    }

    @Test("Each environment has its own todos, and a search matches any case")
    func environmentsDiffer() async throws {
        let production = try await service(in: "production")
        #expect(try await production.list().map(\.title) == ["Mend the fence", "Sow beans"])
        #expect(try await production.search("BEANS").map(\.id) == [9])
        #expect(try await service(in: "staging").list().map(\.title) == ["Try the new form"])
    }

    @Test("A saved todo gets the number of the server, and its title cannot be taken twice")
    func saves() async throws {
        let production = try await service(in: "production")
        #expect(try await production.add(title: "Oil the gate", note: "").id == 10)
        await #expect(throws: TodoError.titleTaken("Oil the gate")) {
            try await production.add(title: "Oil the gate", note: "again")
        }
        #expect(try await service(in: "staging").add(title: "Oil the gate", note: "").id == 2)
    }

    @Test("A wrong key and a lost connection are different errors")
    func refusals() async throws {
        let stranger = try await service(in: "production", key: "wrong")
        let refused = await #expect(throws: ServiceError.self) { try await stranger.list() }
        #expect(refused?.status == 401)
        let production = try await service(in: "production")
        await server.setOnline(false)
        let lost = await #expect(throws: ServiceError.self) { try await production.list() }
        #expect(lost?.kind == .unavailable && lost?.status == nil)
    }
}
