import Reactor

/// The search text, and the todos that were found.
package struct Search: AssignableState, Codable, Equatable {
    package internal(set) var text = ""
    package internal(set) var found: [Todo] = []
    package internal(set) var isSearching = false

    /// The binding of the search field. The search command waits until the user stops typing.
    package static let text = Assignable("search.text", \Search.text) { String($0.prefix(80)) }
    package static let assignables = Assignables(text)

    package init() {}

    package mutating func react(to event: any Event) {
        if assign(event) {
            isSearching = !text.isEmpty
            if text.isEmpty { found = [] }
            return
        }
        switch event {
        // The result for another text is out of date.
        case let event as TodosFound where event.text == text: (found, isSearching) = (event.todos, false)
        case is Retry where event.as(Retry.self) == .searching: isSearching = !text.isEmpty
        case let event as CommandEnded where event.id == Work.search.id:
            if case .failed = event.outcome { isSearching = false }
        case is Reset<Search>: self = Search()
        default: break
        }
    }
}
