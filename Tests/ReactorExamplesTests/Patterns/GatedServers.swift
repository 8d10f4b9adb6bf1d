import Reactor
import ReactorOffline
import ReactorServices
import ReactorTesting
import Testing

@testable import ExamplePatterns

/// A server that responds when the test allows it.
struct GatedServers: TodoServers, TodoService {
    let lists = TestGate<[Todo]>()
    let searches = TestGate<[Todo]>()
    let additions = TestGate<Todo>()

    func connect(to environment: ServerEnvironment.Name) {}
    func service(in environment: ServerEnvironment.Name) -> any TodoService { self }
    func list() async throws -> [Todo] { try await lists.wait() }
    func search(_ text: String) async throws -> [Todo] { try await searches.wait() }
    func add(title: String, note: String) async throws -> Todo { try await additions.wait() }

    /// The app, connected, with a list.
    func app(_ todos: [Todo] = [Todo(id: 1, title: "Milk")]) async throws -> TestCore<TodoApp> {
        let time = Timestamp(millisecondsSince1970: 0)
        let core = TestCore(
            state: TodoApp(environment: "production"), exhaustive: false,
            reactions: TodoApp.reactions(now: { time }),
            dependencies: Dependencies(.test) { $0.todoServers = self })
        try await core.fire(event: Reset<ServerEnvironment>())
        #expect(core.state.isConnected)
        #expect(core.state.todos.isFirstLoad)
        lists.resumeOne(with: todos)
        try await core.receive(StatusChange<[Todo]>.self)
        return core
    }
}
