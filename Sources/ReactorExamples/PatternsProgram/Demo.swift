import Patterns
import ReactorOffline
import ReactorServices

/// What the program shows: two servers in memory, each with todos of its own.
enum Demo {
    static func environments() throws -> ServerEnvironments {
        ServerEnvironments(
            ServerEnvironment("production", at: try BaseURL("https://todos.test")),
            ServerEnvironment("staging", at: try BaseURL("https://staging.todos.test")))
    }

    static let todos = [
        "todos.test": [
            Todo(id: 1, title: "Buy milk", note: "Two bottles."), Todo(id: 2, title: "Call Ada"),
            Todo(id: 3, title: "Water the plants"),
        ],
        "staging.todos.test": [Todo(id: 1, title: "Try the new form")],
    ]
}
