import Reactor
import ReactorOffline
import ReactorRecording
import ReactorTools

extension TodoApp {
    /// The name of the program in its recordings.
    package static let app = "patterns"

    /// The recorded events.
    package static let catalog = EventCatalog<TodoApp>(
        parts: [
            .part(\.todos, as: "todos"), .part(\.search, as: "search"), .part(\.form, as: "form"),
        ],
        events: [
            .event(EnvironmentChosen.self, as: "environment.chosen"),
            .reset(ServerEnvironment.self, as: "environment.reset"),
            .empty(Connected(), as: "connected"),
            .event(Navigated.self, as: "navigated"),
            .empty(TodosOutdated(), as: "todos.outdated"),
            .event(TodoAdded.self, as: "todo.added"),
            .event(TodosFound.self, as: "todos.found"),
            .empty(FormSubmitted(), as: "form.submitted"),
            .empty(ProblemDismissed(), as: "problem.dismissed"),
            .event(Retry.self, as: "retry"),
            .event(UserFacingError<Retry>.self, as: "problem"),
            .assignments(of: Search.self, TodoForm.self),
        ])

    /// The conditions that hold in every state.
    package static let invariants = [
        Invariant<TodoApp>("no todo twice") { app in
            let ids = (app.todos.value ?? []).map(\.id)
            return Set(ids).count == ids.count
        },
        Invariant<TodoApp>("what is saved is valid") { !$0.form.isSaving || $0.form.isValid },
        Invariant<TodoApp>("no error of a screen that was left") { app in
            switch app.problem?.retry {
            case .searching: app.path.contains(.search)
            case .saving: app.path.contains(.newTodo)
            case .refreshing: app.todos.error != nil
            case .connecting, nil: true
            }
        },
        Invariant<TodoApp>("a search that is left starts over") { $0.path.contains(.search) || !$0.search.isSearching },
    ]

    /// Returns the tool for the recordings.
    package static func tool(version: String) -> JournalTool<TodoApp> {
        JournalTool(catalog, app: app, invariants: invariants, versions: [app: version])
    }
}
