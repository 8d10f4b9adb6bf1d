import ExamplePatterns
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTerminal

/// A player of scripts, which shows the visible app after each step. It uses the app like a view: it reads observable
/// wrappers, and sets the values of controls.
@MainActor
struct Player {
    private let app: ObservableCore<TodoApp>
    private let search: ObservableCore<Search>
    private let form: ObservableCore<TodoForm>
    private let settings: ObservableCore<Settings>
    private let server: DemoServer
    private let output: Output
    /// Whether the state is printed instead of the screen.
    private let asJSON: Bool

    init(app: Core<TodoApp>, settings: Core<Settings>, server: DemoServer, output: Output, asJSON: Bool) {
        self.app = ObservableCore(app)
        search = ObservableCore(app.scope(to: \.search))
        form = ObservableCore(app.scope(to: \.form))
        self.settings = ObservableCore(settings)
        self.server = server
        self.output = output
        self.asJSON = asJSON
    }

    func play(_ script: Script) async throws {
        app.fire(event: Reset<ServerEnvironment>())
        try await show()
        for (text, step) in script.steps {
            try Task.checkCancellation()
            if case .note(let text) = step {
                if !asJSON { try output.line(shown("\n# ", text)) }
                continue
            }
            if !asJSON { try output.line(shown("> ", text)) }
            await perform(step)
            try await show()
        }
    }

    private func perform(_ step: Step) async {
        switch step {
        case .note: break
        case .refresh: app.core.refresh(now: Timestamp.wallClock)
        case .open(let id): app.fire(event: Navigated.pushed(.todo(id)))
        case .search(let text):
            app.fire(event: Navigated.pushed(.search))
            if let text { search[Search.text] = text }
        case .new: app.fire(event: Navigated.pushed(.newTodo))
        case .title(let text): form[TodoForm.title] = text
        case .text(let text): form[TodoForm.note] = text
        case .save: app.fire(event: FormSubmitted())
        case .back: app.fire(event: Navigated.popped(1))
        case .link(let link):
            if let path = Route.path(of: link) {
                app.fire(event: Navigated.linked(path))
            } else if let problem = UserFacingError<Retry>(TodoError.unknownLink(link)) {
                app.fire(event: problem)
            }
        case .retry: if let retry = app.problem?.retry { app.fire(event: retry) }
        case .dismiss: app.fire(event: ProblemDismissed())
        case .environment(let name): app.core.choose(environment: name)
        case .language(let language): settings[Settings.language] = language
        case .key(let key):
            settings[Settings.accessKey] = Confidential(key)
            await settings.settled()
            // Another user signs in, so all data of the previous one is removed.
            app.fire(event: Reset<ServerEnvironment>())
        case .online(let isOnline): await server.setOnline(isOnline)
        }
    }

    private func show() async throws {
        await app.core.idle()
        if asJSON {
            try output.line(Redactor.confidential.state(try JSON(encoding: await app.core.state)).canonical)
        } else {
            for mirror in [app.settled, search.settled, form.settled, settings.settled] { await mirror() }
            let page = Page(app: app, search: search, form: form, strings: Strings(settings.language))
            for line in page.lines { try output.line(shown("", line)) }
        }
        // The output may be read while the program runs.
        try output.flush()
    }

    private func shown(_ mark: String, _ text: String) -> String {
        output.screen.fitted(mark + output.screen.shown(text))
    }
}

/// The visible app as lines of text: the view of this program.
@MainActor
struct Page {
    let app: ObservableCore<TodoApp>
    let search: ObservableCore<Search>
    let form: ObservableCore<TodoForm>
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
        case .search: "\(strings.text("word.search")): \(search.text)"
        case .todo(let id): todo(id)?.title ?? strings.text("todo.gone")
        }
    }

    private var body: [String] {
        switch app.path.last {
        case nil: list
        case .newTodo: formLines
        case .search: searchLines
        case .todo(let id): todo(id).map { $0.note.isEmpty ? [] : [$0.note] } ?? []
        }
    }

    private var list: [String] {
        guard let todos = app.todos.value else {
            return [strings.text(app.todos.isLoading ? "list.loading" : "list.notLoaded")]
        }
        if todos.isEmpty { return [strings.text("list.empty")] }
        return todos.map(row) + [strings.text("list.count", [.count(todos.count)])]
    }

    private var searchLines: [String] {
        if search.isSearching { return [strings.text("search.searching")] }
        if search.text.isEmpty || !search.found.isEmpty { return search.found.map(row) }
        return [strings.text("search.none", [.text(search.text)])]
    }

    private var formLines: [String] {
        let fields = [("word.title", form.title, TodoForm.Field.title), ("word.note", form.note, .note)]
        let lines = fields.map { key, value, field in
            let fault = form[\.self].shownFault(in: field).map { " <- \(strings.text($0))" } ?? ""
            return "\(strings.text(key)): \(value)\(fault)"
        }
        return lines + (form.isSaving ? [strings.text("word.saving")] : [])
    }

    private func todo(_ id: Todo.ID) -> Todo? { app[\.self].todo(id) }

    private func row(_ todo: Todo) -> String { "\(todo.id). \(todo.title)" }
}

/// The core of the app, with a recording if a folder is given.
struct StoredApp {
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

/// The core of the settings, with a journal if a folder is given.
struct StoredSettings {
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
