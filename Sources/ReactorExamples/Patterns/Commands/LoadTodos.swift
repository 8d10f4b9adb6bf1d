import Reactor

extension Load where StateType == TodoApp, Value == [Todo] {
    /// Loads the list.
    static func todos(now: @escaping @Sendable () -> Timestamp) -> Load {
        Load(Work.load.rawValue, \TodoApp.todos, now: now) { core in
            let name = await core.read { $0.environment }
            return try await core.dependencies.todoServers.service(in: name).list()
        }
    }
}

extension Core<TodoApp> {
    /// What pulling the list does. The handle tells when the spinner may go.
    @discardableResult
    package nonisolated func refresh(now: @escaping @Sendable () -> Timestamp) -> CommandHandle {
        fire(event: TodosOutdated())
        return fire(command: Load.todos(now: now), options: Work.load.options)
    }
}
