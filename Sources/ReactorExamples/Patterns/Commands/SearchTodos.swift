import Reactor

/// Looks for what stands in the search field.
struct SearchTodos: Command {
    func execute(state: TodoApp, core: Core<TodoApp>) async throws {
        let text = state.search.text
        guard !text.isEmpty else { return }
        let found = try await core.dependencies.todoServers.service(in: state.environment).search(text)
        core.fire(event: TodosFound(text: text, todos: found))
    }
}
