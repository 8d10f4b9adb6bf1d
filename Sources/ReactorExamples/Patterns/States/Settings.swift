import Reactor
import ReactorRecording

/// The settings of the user: a state with its own core and journal, so that no reset of the app affects it.
package struct Settings: AssignableState, Codable, Equatable {
    package internal(set) var language = Language.english
    /// A secret by its type: it is not printed, exported or reported.
    package internal(set) var accessKey = Confidential("demo")

    package static let language = Assignable("settings.language", \Settings.language)
    package static let accessKey = Assignable("settings.accessKey", \Settings.accessKey)
    package static let assignables = Assignables(language, accessKey)

    package init() {}

    package mutating func react(to event: any Event) {
        if assign(event) { return }
        if event is Reset<Settings> { self = Settings() }
    }

    package static let catalog = EventCatalog<Settings>(events: [
        .assignments(of: Settings.self),
        .reset(Settings.self, as: "settings.reset"),
    ])
}

/// A language of the app's strings.
package enum Language: String, Codable, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
}
