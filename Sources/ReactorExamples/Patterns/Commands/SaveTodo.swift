import Reactor

/// Saves what is in the form, and goes back.
struct SaveTodo: Command {
    func execute(state: TodoApp, core: Core<TodoApp>) async throws {
        guard state.form.isSaving else { return }
        let service = try await core.dependencies.todoServers.service(in: state.environment)
        let todo = try await service.add(title: state.form.title, note: state.form.note)
        core.fire(events: [TodoAdded(todo: todo), Navigated.popped(1)])
    }
}
