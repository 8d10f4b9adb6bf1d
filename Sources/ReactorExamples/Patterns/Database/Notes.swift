import Reactor

/// What a screen shows of the database.
package struct Notes: State, Codable, Equatable {
    /// What is looked for; nil while the screen is not shown.
    package internal(set) var query: String?
    /// What was found; nil until the database has answered.
    package internal(set) var found: [Note]?
    package internal(set) var problem: UserFacingError<Never>?

    package init() {}

    package mutating func react(to event: any Event) {
        switch event {
        case let event as NotesShown: (query, problem) = (event.query, nil)
        case is NotesHidden: self = Notes()
        case let event as NotesFound where event.query == query: found = event.notes
        case let event as CommandEnded: problem = UserFacingError(event) ?? problem
        default: break
        }
    }

    /// The one who reads. A row that is saved comes back to the state through the query, like any other change.
    @ReactionBuilder<Notes>
    package static func reactions() -> [any Reaction<Notes>] {
        For(\.query) { WatchNotes(query: $0) }
    }
}

/// The screen shows the notes that contain a text.
package struct NotesShown: Event, Codable {
    package let query: String

    package init(query: String = "") { self.query = query }
}

/// The screen has gone.
package struct NotesHidden: Event, Codable { package init() {} }

/// The database has these.
package struct NotesFound: Event, Codable, Equatable {
    package let query: String
    package let notes: [Note]
}
