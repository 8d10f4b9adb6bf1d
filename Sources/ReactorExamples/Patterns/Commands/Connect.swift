import Reactor

/// Enters the environment that the state names.
struct Connect: Command {
    func execute(state: TodoApp, core: Core<TodoApp>) async throws {
        try await core.dependencies.todoServers.connect(to: state.environment)
        core.fire(event: Connected())
    }
}
