import Reactor
import ReactorServices

/// The app has connected to the server of the environment.
package struct Connected: Event, Codable { package init() {} }

/// The user has pulled the list, so it should be reloaded.
package struct TodosOutdated: Event, Codable { package init() {} }

/// The server has added a todo.
package struct TodoAdded: Event, Codable, Equatable { package let todo: Todo }

/// The server has found todos for a text.
package struct TodosFound: Event, Codable, Equatable {
    package let text: String
    package let todos: [Todo]
}

/// The user has submitted the form.
package struct FormSubmitted: Event, Codable { package init() {} }

/// The user has dismissed the error.
package struct ProblemDismissed: Event, Codable { package init() {} }

/// The user went to another screen: with a button, the back gesture, or a link.
package enum Navigated: Event, Codable, Hashable {
    /// A screen was pushed.
    case pushed(Route)
    /// This many screens were popped.
    case popped(Int)
    /// A link led to these screens.
    case linked([Route])

    package func path(from path: [Route]) -> [Route] {
        switch self {
        case .pushed(let route): path.last == route ? path : path + [route]
        case .popped(let count): Array(path.dropLast(max(0, count)))
        case .linked(let path): path
        }
    }
}

/// The user wants another attempt of the failed work.
package enum Retry: String, Event, Codable {
    case connecting, refreshing, searching, saving
}
