import Reactor

/// What is looked for, and what was found.
package struct Search: AssignableState, Codable, Equatable {
    package internal(set) var text = ""
    package internal(set) var found: [Todo] = []
    package internal(set) var isSearching = false

    /// What a search field is bound to. The command waits until nobody types any more.
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
        // What was found for another text is too late.
        case let event as TodosFound where event.text == text: (found, isSearching) = (event.todos, false)
        case is Retry where event.as(Retry.self) == .searching: isSearching = !text.isEmpty
        case let event as CommandEnded where event.id == Work.search.id:
            if case .failed = event.outcome { isSearching = false }
        case is Reset<Search>: self = Search()
        default: break
        }
    }
}
