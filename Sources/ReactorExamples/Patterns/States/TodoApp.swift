import Reactor
import ReactorOffline
import ReactorServices

/// The state of the whole app.
package struct TodoApp: State, Codable, Equatable {
    package internal(set) var environment: ServerEnvironment.Name
    package internal(set) var isConnected = false
    /// The screens above the list. The last one is visible.
    package internal(set) var path: [Route] = []
    package internal(set) var todos = RequestStatus<[Todo], UserFacingError<Never>>()
    package internal(set) var search = Search()
    package internal(set) var form = TodoForm()
    /// The current error, from any part of the app.
    package internal(set) var problem: UserFacingError<Retry>?

    package init(environment: ServerEnvironment.Name) { self.environment = environment }

    /// Returns a todo for a screen; nil if it is not loaded, or was deleted.
    package func todo(_ id: Todo.ID) -> Todo? {
        todos.value?.first { $0.id == id } ?? search.found.first { $0.id == id }
    }

    package mutating func react(to event: any Event) {
        switch event {
        case let event as EnvironmentChosen: environment = event.name
        case is Reset<ServerEnvironment>: self = TodoApp(environment: environment)
        case is Connected: isConnected = true
        case let event as Navigated: path = event.path(from: path)
        case is TodosOutdated: todos.invalidate()
        case let event as TodoAdded: todos.update { $0.append(event.todo) }
        case is ProblemDismissed, is Retry: problem = nil
        case let event as UserFacingError<Retry>: problem = event
        case let event as CommandEnded: problem = UserFacingError(event, retry: Work(event.id)?.retry) ?? problem
        default: break
        }
        _ = todos.react(to: event, as: Work.load.rawValue)
        search.react(to: event)
        form.react(to: event)
        if let problem, isOver(problem, after: event) { self.problem = nil }
    }

    /// Whether an error is out of date: the work has succeeded since, is being repeated, or its screen was left.
    private func isOver(_ problem: UserFacingError<Retry>, after event: any Event) -> Bool {
        switch problem.retry {
        case .connecting: isConnected
        case .refreshing: todos.error == nil
        case .searching: search.isSearching || event is TodosFound || !path.contains(.search)
        case .saving: form.isSaving || !path.contains(.newTodo)
        case nil: event is Navigated
        }
    }
}

/// A screen on the navigation stack. The list is below all of them.
package enum Route: Hashable, Codable, Sendable {
    case todo(Todo.ID)
    case newTodo
    case search

    /// Returns the screens of a link: `patterns://`, `patterns://todos/3`, `patterns://new`, `patterns://search`. nil
    /// for other links.
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

/// An entry of the todo list.
package struct Todo: Identifiable, Codable, Hashable, Sendable {
    package let id: Int
    package let title: String
    package let note: String

    package init(id: Int, title: String, note: String = "") {
        self.id = id
        self.title = title
        self.note = note
    }
}
