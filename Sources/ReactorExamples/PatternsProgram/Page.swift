import Patterns
import Reactor
import Terminal

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
