import Reactor
import ReactorOffline
import ReactorServices

extension TodoApp {
    /// The app's core. `Reset<ServerEnvironment>` connects it.
    package static func core(
        environment: ServerEnvironment.Name, servers: any TodoServers, runtime: Runtime = .live,
        now: @escaping @Sendable () -> Timestamp
    ) -> Core<TodoApp> {
        let reactions = reactions(now: now)
        return Core(
            state: TodoApp(environment: environment), reactions: { for reaction in reactions { reaction } },
            dependencies: Dependencies { $0.todoServers = servers }, runtime: runtime)
    }

    /// What the app does by itself.
    @ReactionBuilder<TodoApp>
    static func reactions(now: @escaping @Sendable () -> Timestamp) -> [any Reaction<TodoApp>] {
        On(Reset<ServerEnvironment>.self, options: Work.connect.options) { _ in Connect() }
        On(Connected.self, options: Work.load.options) { _ in Load.todos(now: now) }
        On(Assign.self, options: Work.search.options) { $0.name == Search.text.name ? SearchTodos() : nil }
        On(FormSubmitted.self, options: Work.save.options) { _ in SaveTodo() }
        On(Navigated.self) { _ in ResetWhatWasLeft() }

        On(Retry.self, options: Work.connect.options) { $0 == .connecting ? Connect() : nil }
        On(Retry.self, options: Work.load.options) { $0 == .refreshing ? Load.todos(now: now) : nil }
        On(Retry.self, options: Work.search.options) { $0 == .searching ? SearchTodos() : nil }
        On(Retry.self, options: Work.save.options) { $0 == .saving ? SaveTodo() : nil }
    }
}
