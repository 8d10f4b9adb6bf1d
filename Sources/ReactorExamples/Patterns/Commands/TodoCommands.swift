import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices

extension TodoApp {
    /// Creates the core of the app. Fire `Reset<ServerEnvironment>` to connect it.
    package static func core(
        environment: ServerEnvironment.Name, servers: any TodoServers, runtime: Runtime = .live,
        now: @escaping @Sendable () -> Timestamp
    ) -> Core<TodoApp> {
        Core(
            state: TodoApp(environment: environment), reactions: reactions(now: now),
            dependencies: Dependencies { $0.todoServers = servers }, runtime: runtime)
    }

    /// Creates the core of the app with a recording in a folder.
    package static func open(
        journal folder: String, environment: ServerEnvironment.Name, servers: any TodoServers,
        now: @escaping @Sendable () -> Timestamp
    ) async throws -> OpenedCore<TodoApp> {
        try await Core.open(
            journal: folder, initial: TodoApp(environment: environment), catalog: catalog,
            configuration: JournalConfiguration(app: app, now: now),
            reactions: reactions(now: now),
            dependencies: Dependencies { $0.todoServers = servers })
    }

    /// The commands that the app starts automatically.
    static func reactions(now: @escaping @Sendable () -> Timestamp) -> [Reaction<TodoApp>] {
        [
            .on(Reset<ServerEnvironment>.self) { _ in Connect() },
            .on(Connected.self) { _ in Load.todos(now: now) },
            .on(Assign.self) { $0.name == Search.text.name ? SearchTodos() : nil },
            .on(FormSubmitted.self) { _ in SaveTodo() },
            .on(Navigated.self) { _ in ResetLeftScreens() },

            .on(Retry.self) { $0 == .connecting ? Connect() : nil },
            .on(Retry.self) { $0 == .refreshing ? Load.todos(now: now) : nil },
            .on(Retry.self) { $0 == .searching ? SearchTodos() : nil },
            .on(Retry.self) { $0 == .saving ? SaveTodo() : nil },
        ]
    }
}

/// Connects to the environment in the state.
struct Connect: Command {
    var options: CommandOptions { Work.connect.options }

    func execute(state: TodoApp, core: Core<TodoApp>) async throws {
        try await core.dependencies.todoServers.connect(to: state.environment)
        core.fire(event: Connected())
    }
}

extension Load where StateType == TodoApp, Value == [Todo] {
    /// Loads the list. The responses of the service have no versions, so a response that overlaps a save is requested
    /// again.
    static func todos(now: @escaping @Sendable () -> Timestamp) -> Load {
        Load(
            Work.load.rawValue, \TodoApp.todos, about: [Work.load], options: Work.load.options, now: now
        ) { core in
            let name = await core.read { $0.environment }
            return try await core.dependencies.todoServers.service(in: name).list()
        }
    }
}

extension Core<TodoApp> {
    /// Reloads the list after the user pulled it. The handle has an outcome when the spinner can be hidden.
    @discardableResult
    package nonisolated func refresh(now: @escaping @Sendable () -> Timestamp) -> CommandHandle {
        fire(event: TodosOutdated())
        return fire(command: Load.todos(now: now))
    }
}

/// Searches for the text in the search field.
struct SearchTodos: Command {
    var options: CommandOptions { Work.search.options }

    func execute(state: TodoApp, core: Core<TodoApp>) async throws {
        let text = state.search.text
        guard !text.isEmpty else { return }
        let found = try await core.dependencies.todoServers.service(in: state.environment).search(text)
        core.fire(event: TodosFound(text: text, todos: found))
    }
}

/// Saves the form, and leaves the screen. A list that is read in the meantime may or may not contain the new todo, so
/// it is read again.
struct SaveTodo: Command {
    var options: CommandOptions { Work.save.options }

    func execute(state: TodoApp, core: Core<TodoApp>) async throws {
        guard state.form.isSaving else { return }
        let service = try await core.dependencies.todoServers.service(in: state.environment)
        try await core.changing(about: [Work.load]) {
            let todo = try await service.add(title: state.form.title, note: state.form.note)
            core.fire(events: [TodoAdded(todo: todo), Navigated.popped(1)])
        }
    }
}

/// Resets the screens that were left. It runs after every navigation event, so that a button, a swipe and a link behave
/// alike, and no other code resets screens.
///
/// A covered screen keeps its state. A screen that left the stack is reset, and its commands are canceled.
struct ResetLeftScreens: Command {
    func execute(state: TodoApp, core: Core<TodoApp>) {
        if !state.path.contains(.newTodo), state.form != TodoForm() { core.fire(event: Reset<TodoForm>()) }
        if !state.path.contains(.search), state.search != Search() { core.fire(event: Reset<Search>()) }
    }
}

/// The names of the app's commands. They are the ids for cancellation, and for another attempt after a failure.
enum Work: String {
    case connect, load, search, save

    init?(_ id: CommandID?) {
        guard let work = id.flatMap({ Work(rawValue: $0.name) }) else { return nil }
        self = work
    }

    var id: CommandID { CommandID(rawValue) }

    var retry: Retry {
        switch self {
        case .connect: .connecting
        case .load: .refreshing
        case .search: .searching
        case .save: .saving
        }
    }

    /// The options of the command. Its environment and its screen own it.
    var options: CommandOptions {
        switch self {
        case .connect: CommandOptions(id: id, policy: .restart, owner: ServerEnvironment.self)
        case .load: CommandOptions(id: id, owner: ServerEnvironment.self)
        case .search:
            CommandOptions(
                id: id, policy: .restart, owners: [Search.self, ServerEnvironment.self], debounce: .milliseconds(300))
        case .save: CommandOptions(id: id, policy: .drop, owners: [TodoForm.self, ServerEnvironment.self])
        }
    }
}
