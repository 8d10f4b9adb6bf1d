/// An event that the library fires for one property or child state.
package protocol PartEvent: Event {
    /// The stable name of the property or child state in its events.
    var partName: String { get }
}

/// A property or child state for which the library fires events of one type. A catalog lists the type together with it.
package protocol PartWithEvents {
    /// The type of the events; nil if they cannot be recorded, because ``contents`` is not `Codable`.
    static var eventsOfPart: (any (Event & Codable).Type)? { get }
    /// The type that has to be `Codable`, for the message.
    static var contents: Any.Type { get }
}

/// The events of queries, which can be fired on every core. `ReactorQueries` makes ``QueryEvents`` conform, so every
/// catalog of a program that contains the module lists them, although neither module imports the other.
package protocol ModuleEvents {
    /// The types of the events, with the stable names for recordings.
    static var events: [(type: any (Event & Codable).Type, name: String)] { get }
}

/// The events of queries that are not specific to one state.
package enum QueryEvents {}

extension RequestStatus: PartWithEvents {
    /// nil, because this extension has no `Codable` constraint. A catalog finds a `RequestStatus` of a `Codable` value
    /// by its type.
    package static var eventsOfPart: (any (Event & Codable).Type)? { nil }
    package static var contents: Any.Type { Value.self }
}

extension StatusChange: PartEvent {
    package var partName: String { name }
}
