/// An event that the library fires for one part of the state.
package protocol PartEvent: Event {
    /// The stable name that the part has in its events.
    var partName: String { get }
}

/// A part of the state for which the library fires events of one type. A catalog lists the type together with the part.
package protocol PartWithEvents {
    /// The type of the events; nil if they cannot be recorded, because ``contents`` is not `Codable`.
    static var eventsOfPart: (any (Event & Codable).Type)? { get }
    /// The type that has to be `Codable`, for the message.
    static var contents: Any.Type { get }
}

/// Events that queries fire on every core. `ReactorQueries` makes ``QueryEvents`` conform, so every catalog of a program that
/// contains the module lists them, although neither module imports the other.
package protocol ModuleEvents {
    /// The types of the events, each with the stable name under which it is recorded.
    static var events: [(type: any (Event & Codable).Type, name: String)] { get }
}

/// The events of queries that concern every part of a state.
package enum QueryEvents {}

extension RequestStatus: PartWithEvents {
    /// A catalog takes a status of a `Codable` value by its type, so this one is of another.
    package static var eventsOfPart: (any (Event & Codable).Type)? { nil }
    package static var contents: Any.Type { Value.self }
}

extension StatusChange: PartEvent {
    package var partName: String { name }
}
