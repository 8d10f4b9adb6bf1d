import Reactor
import ReactorServices

/// The server of the environment can be asked from now on.
package struct Connected: Event, Codable { package init() {} }

/// The list should be reloaded: the user has pulled it.
package struct TodosOutdated: Event, Codable { package init() {} }

/// The server has a new one.
package struct TodoAdded: Event, Codable, Equatable { package let todo: Todo }

/// The server has found these for a text.
package struct TodosFound: Event, Codable, Equatable {
    package let text: String
    package let todos: [Todo]
}

/// The user wants the form saved.
package struct FormSubmitted: Event, Codable { package init() {} }

/// The user has read what went wrong.
package struct ProblemDismissed: Event, Codable { package init() {} }

/// The user went to another screen: by a button, the back gesture, a link.
package enum Navigated: Event, Codable, Hashable {
    /// A screen was put on top.
    case pushed(Route)
    /// So many were taken off.
    case popped(Int)
    /// A link leads to these.
    case linked([Route])

    package func path(from path: [Route]) -> [Route] {
        switch self {
        case .pushed(let route): path.last == route ? path : path + [route]
        case .popped(let count): Array(path.dropLast(max(0, count)))
        case .linked(let path): path
        }
    }
}

/// The user wants what went wrong tried again.
package enum Retry: String, Event, Codable {
    case connecting, refreshing, searching, saving
}
