/// A screen on the stack. The list is below all of them.
package enum Route: Hashable, Codable, Sendable {
    case todo(Todo.ID)
    case newTodo
    case search

    /// The screens that a link leads to: `patterns://`, `patterns://todos/3`, `patterns://new`, `patterns://search`. Nil
    /// for a link that leads nowhere.
    package static func path(of link: String) -> [Route]? {
        let prefix = "patterns://"
        guard link.hasPrefix(prefix) else { return nil }
        let steps = link.dropFirst(prefix.count).split(separator: "/").map(String.init)
        switch (steps.first, steps.count) {
        case (nil, _): return []
        case ("new", 1): return [.newTodo]
        case ("search", 1): return [.search]
        case ("todos", 2): return Todo.ID(steps[1]).map { [.todo($0)] }
        default: return nil
        }
    }
}
