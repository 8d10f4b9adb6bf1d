import Reactor
import ReactorOffline
import ReactorServices
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ExamplePatterns

/// The items of each server. A title begins with its server.
private actor Shelves {
    private(set) var todos: [ServerEnvironment.Name: [Todo]] = [:]

    func add(_ title: String, in name: ServerEnvironment.Name) -> Todo {
        let todo = Todo(id: todos[name, default: []].count + 1, title: title)
        todos[name, default: []].append(todo)
        return todo
    }
}

/// Servers on the other side of a simulated network, with a real connection.
private struct SimulatedServers: TodoServers {
    let network: SimulatedService
    let shelves: Shelves
    let environments: ServerEnvironments
    let connection = ServerConnection<any TodoService> { _, _ in
        ServerAccess(GatewayParts(network: InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }))
    }

    func connect(to name: ServerEnvironment.Name) async throws {
        try await connection.enter(environments.named(name)) { session in
            try await network.call("enter \(session.environment.name)") {}
            return Service(name: session.environment.name, servers: self)
        }
    }

    func service(in name: ServerEnvironment.Name) async throws -> any TodoService {
        try await connection.content(in: name)
    }

    struct Service: TodoService {
        let name: ServerEnvironment.Name
        let servers: SimulatedServers

        func list() async throws -> [Todo] {
            try await servers.network.call("list \(name)") { await servers.shelves.todos[name, default: []] }
        }

        func search(_ text: String) async throws -> [Todo] { try await list().filter { $0.title.contains(text) } }

        func add(title: String, note: String) async throws -> Todo {
            try await servers.network.call("add \(title)") {
                await servers.shelves.add("\(name)'s \(title)", in: name)
            }
        }
    }
}

/// Checks every state for items of another server.
private struct Watch: Middleware {
    let found: Locked<[String]>

    func process(event: any Event, state: TodoApp) {
        let shown = (state.todos.value ?? []) + state.search.found
        for todo in shown where !todo.title.hasPrefix("\(state.environment)'s") {
            found.withLock { $0.append("\(todo.title) in \(state.environment), after \(event)") }
        }
    }
}

@Suite("The todo app, simulated")
struct SimulationTests {
    @Test("No state ever shows items of another server, and in the end the list is that of the server")
    func servers() async throws {
        let production = ServerEnvironment("production", at: try BaseURL("https://a.test"))
        let staging = ServerEnvironment("staging", at: try BaseURL("https://b.test"))
        try await Simulation.check(seeds: 0..<150) { sim in
            let shelves = Shelves()
            let servers = SimulatedServers(
                network: sim.service("todos", faults: .flaky), shelves: shelves,
                environments: ServerEnvironments(production, staging))
            let found = Locked<[String]>([])
            let reactions = TodoApp.reactions(now: { Timestamp(millisecondsSince1970: 0) })
            let core = sim.core(
                "phone", state: TodoApp(environment: "production"), middlewares: [Watch(found: found)],
                reactions: reactions,
                dependencies: Dependencies { $0.todoServers = servers })
            core.fire(event: Reset<ServerEnvironment>())
            var random = sim.random
            var switches = 0
            for number in 1...12 {
                switch random.number(in: 0...9) {
                case 0...2:
                    sim.step("add \(number)") {
                        core.fire(event: Navigated.pushed(.newTodo))
                        core.fire(event: TodoForm.title.assigning("todo \(number)"))
                        core.fire(event: FormSubmitted())
                    }
                case 3: sim.step("leave") { core.fire(event: Navigated.popped(1)) }
                case 4: sim.step("refresh") { core.refresh(now: { Timestamp(millisecondsSince1970: 0) }) }
                case 5: sim.step("search") { core.fire(event: Search.text.assigning("todo")) }
                case 6, 7:
                    let retry = await core.state.problem?.retry
                    sim.step("retry") { if let retry { core.fire(event: retry) } }
                default:
                    let name: ServerEnvironment.Name = random.number(in: 0...1) == 0 ? "production" : "staging"
                    if await core.state.todos.isLoading { switches += 1 }
                    sim.step("switch") { core.choose(environment: name) }
                }
                try await sim.sleep(for: .milliseconds(random.number(in: 0...120)))
            }
            await sim.settled()
            sim.sometimes("somebody saw a problem", await core.state.problem != nil)
            sim.sometimes("a server was left while it was asked", switches > 0)
            sim.endFaults()
            core.choose(environment: await core.state.environment)
            await sim.settled()
            let there = await shelves.todos[await core.state.environment, default: []]
            try await sim.expect("the server has \(there)") { await core.state.todos.value == there }
            try await sim.expect("\(found.copy)") { found.copy.isEmpty }
            sim.sometimes("something was saved", !there.isEmpty)
        }
    }
}
