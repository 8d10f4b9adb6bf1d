import Reactor
import ReactorServices

/// The server of the environment can be asked from now on.
package struct Connected: Event, Codable { package init() {} }

/// The list should be loaded anew: somebody has pulled it.
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
