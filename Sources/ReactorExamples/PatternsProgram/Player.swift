import ExamplePatterns
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTerminal

/// Does the steps of a script, and shows what is seen behind each.
struct Player {
    let app: Core<TodoApp>
    let settings: Core<Settings>
    let server: DemoServer
    let output: Output
    /// Whether the state is shown instead of the page.
    let asJSON: Bool

    func play(_ script: Script) async throws {
        app.fire(event: Reset<ServerEnvironment>())
        try await show()
        for step in script.steps {
            try Task.checkCancellation()
            if case .note(let text) = step {
                if !asJSON { try output.line(shown("\n# ", text)) }
                continue
            }
            if !asJSON { try output.line(shown("> ", step.text)) }
            await perform(step)
            try await show()
        }
    }

    private func perform(_ step: Step) async {
        switch step {
        case .note: break
        case .refresh: app.refresh(now: Timestamp.wallClock)
        case .open(let id): app.fire(event: Navigated.pushed(.todo(id)))
        case .search(let text):
            app.fire(event: Navigated.pushed(.search))
            if let text { assign(Search.text, text) }
        case .new: app.fire(event: Navigated.pushed(.newTodo))
        case .title(let text): assign(TodoForm.title, text)
        case .text(let text): assign(TodoForm.note, text)
        case .save: app.fire(event: FormSubmitted())
        case .back: app.fire(event: Navigated.popped(1))
        case .link(let link):
            if let path = Route.path(of: link) {
                app.fire(event: Navigated.linked(path))
            } else if let problem = UserFacingError<Retry>(TodoError.unknownLink(link)) {
                app.fire(event: problem)
            }
        case .retry: if let retry = await app.read({ $0.problem?.retry }) { app.fire(event: retry) }
        case .dismiss: app.fire(event: ProblemDismissed())
        case .environment(let name): app.choose(environment: name)
        case .language(let language): set(Settings.language, language)
        case .key(let key):
            set(Settings.accessKey, Confidential(key))
            await settings.settled()
            // A different user asks: everything of the one before goes.
            app.fire(event: Reset<ServerEnvironment>())
        case .online(let isOnline): await server.setOnline(isOnline)
        }
    }

    private func show() async throws {
        await app.idle()
        let state = await app.state
        if asJSON {
            try output.line(Redactor.confidential.state(try JSON(encoding: state)).canonical)
        } else {
            let page = Page(app: state, strings: Strings(await settings.read { $0.language }))
            for line in page.lines { try output.line(shown("", line)) }
        }
        // Somebody may follow it.
        try output.flush()
    }

    private func shown(_ mark: String, _ text: String) -> String {
        output.screen.fitted(mark + output.screen.shown(text))
    }

    // Nobody waits for the receipts of these, so they need no number of their own.
    private func assign<Root, Value>(_ assignable: Assignable<Root, Value>, _ value: Value) {
        app.fire(event: assignable.assigning(value, id: AssignmentID(number: 0)))
    }

    private func set<Value>(_ assignable: Assignable<Settings, Value>, _ value: Value) {
        settings.fire(event: assignable.assigning(value, id: AssignmentID(number: 0)))
    }
}

/// What is seen of the app, as lines of text: the view of this program.
struct Page {
    let app: TodoApp
    let strings: Strings

    var lines: [String] {
        var lines = ["[\(app.environment)] \(title)"]
        lines += body.map { "  \($0)" }
        if let problem = app.problem {
            let retry = problem.retry == nil ? "" : " (\(strings.text("word.retry")))"
            lines.append("  ! \(strings.text(problem.message))\(retry)")
        }
        return lines
    }

    private var title: String {
        switch app.path.last {
        case nil: strings.text("word.todos")
        case .newTodo: strings.text("word.new")
        case .search: "\(strings.text("word.search")): \(app.search.text)"
        case .todo(let id): app.todo(id)?.title ?? strings.text("todo.gone")
        }
    }

    private var body: [String] {
        switch app.path.last {
        case nil: list
        case .newTodo: form
        case .search: search
        case .todo(let id): app.todo(id).map { $0.note.isEmpty ? [] : [$0.note] } ?? []
        }
    }

    private var list: [String] {
        guard let todos = app.todos.value else {
            return [strings.text(app.todos.isLoading ? "list.loading" : "list.notLoaded")]
        }
        if todos.isEmpty { return [strings.text("list.empty")] }
        return todos.map(row) + [strings.text("list.count", [.count(todos.count)])]
    }

    private var search: [String] {
        if app.search.isSearching { return [strings.text("search.searching")] }
        if app.search.text.isEmpty || !app.search.found.isEmpty { return app.search.found.map(row) }
        return [strings.text("search.none", [.text(app.search.text)])]
    }

    private var form: [String] {
        let fields = [("word.title", app.form.title, TodoForm.Field.title), ("word.note", app.form.note, .note)]
        let lines = fields.map { key, value, field in
            let fault = app.form.shownFault(in: field).map { " <- \(strings.text($0))" } ?? ""
            return "\(strings.text(key)): \(value)\(fault)"
        }
        return lines + (app.form.isSaving ? [strings.text("word.saving")] : [])
    }

    private func row(_ todo: Todo) -> String { "\(todo.id). \(todo.title)" }
}

/// The app, recorded where a folder was named.
struct KeptApp {
    let core: Core<TodoApp>
    private let opened: OpenedCore<TodoApp>?

    init(_ folder: String?, environment: ServerEnvironment.Name, servers: any TodoServers) async throws {
        guard let folder else {
            core = TodoApp.core(environment: environment, servers: servers, now: Timestamp.wallClock)
            opened = nil
            return
        }
        let opened = try await TodoApp.open(
            journal: folder, environment: environment, servers: servers, now: Timestamp.wallClock)
        (core, self.opened) = (opened.core, opened)
    }

    func close() async throws {
        guard let opened else { return await core.close() }
        try await opened.close()
    }
}

/// The settings, kept in a journal of their own where a folder was named.
struct KeptSettings {
    let core: Core<Settings>
    private let journal: Journal?

    init(_ folder: String?) async throws {
        guard let folder else {
            (core, journal) = (Core(state: Settings()), nil)
            return
        }
        let opened = try await Core.open(
            journal: folder, initial: Settings(), catalog: Settings.catalog,
            configuration: JournalConfiguration(app: "patterns settings"))
        (core, journal) = (opened.core, opened.journal)
    }

    func close() async throws {
        await core.close()
        try await journal?.close()
    }
}
