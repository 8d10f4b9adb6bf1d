public import Reactor

/// The names and versions under which an app records its events and its state. An app has one catalog, with one line for each
/// event.
///
/// ```swift
/// struct Weights: State, Codable {
///     var kilograms: [Double] = []
///
///     mutating func react(to event: any Event) {
///         if let event = event as? WeightLogged { kilograms.append(event.kilograms) }
///     }
///
///     static let catalog = EventCatalog<Weights>(events: [
///         .event(WeightLogged.self, as: "weight.logged", version: 2, upcasting: [1: { $0.rename("kg", to: "kilograms") }]),
///     ])
/// }
/// struct WeightLogged: Event, Codable { var kilograms: Double }
/// ```
///
/// A name is permanent, because every recording contains it. You can rename or move the type, or make it generic. Increase the
/// version when the form of an event's content changes, and add an upcaster that converts version n into n + 1. Lines are values,
/// so a feature can list its own lines and the app can join them with `+`.
///
/// Every catalog contains the events of the library: the ends of commands (`command.ended`), a ``Reset`` of the whole state
/// (`state.reset`), assignments to members that the state and its parts declare (`assign`), undo and redo if the whole state is
/// an ``Undoable``, the events of a queue of changes, and the choice of an environment. Declare a ``Part`` to add the events of a
/// part of the state. Your own line for one of these types takes precedence.
public struct EventCatalog<StateType: State & Codable>: Sendable {
    package let version: Int
    /// The behavior of a recorder for events that are not listed.
    let unregistered: UnregisteredEvents
    /// The listed events, in order.
    package let events: [EventSchema]

    let upcasters: Upcasters
    let schemas: EventSchemas

    /// Creates a catalog. The process ends with the message of a ``CatalogError`` if two lines have the same name or type, or if
    /// a version, a name or an upcaster is invalid.
    ///
    /// - Parameters:
    ///   - version: The version of the state. Increase it when the form of the state changes.
    ///   - upcasting: The upcasters of the state: for each older version, a closure that converts it into the next version.
    ///   - unregistered: The behavior of a recorder for events that are not listed.
    ///   - parts: The parts of the state for which the library fires events.
    ///   - events: A line for each event that can be fired.
    public init(
        version: Int = 1, upcasting: [Int: Upcaster] = [:], unregistered: UnregisteredEvents = .stopInDebug,
        parts: [Part] = [], events: [EventSchema]
    ) {
        do {
            try self.init(
                validating: events, parts: parts, version: version, upcasting: upcasting, unregistered: unregistered)
        } catch {
            fatalError("\(error)")
        }
    }

    /// Creates a catalog.
    ///
    /// - Throws: ``CatalogError`` if two lines have the same name or type, or if a version, a name or an upcaster is invalid.
    package init(
        validating events: [EventSchema], parts: [Part] = [], version: Int = 1, upcasting: [Int: Upcaster] = [:],
        unregistered: UnregisteredEvents = .stopInDebug
    ) throws(CatalogError) {
        self.version = version
        self.unregistered = unregistered
        self.events = events
        upcasters = try Upcasters(upcasting, of: .state, version: version)
        schemas = try EventSchemas(
            validating: events, parts: parts.flatMap(\.lines),
            library: EventSchema.ofLibrary(for: StateType.self, parts: parts.map(\.type)))
    }

    /// Returns the line of a type, or nil if the type is not listed. O(1).
    func schema(of type: any Event.Type) -> EventSchema? { schemas.byType[ObjectIdentifier(type)] }

    /// Returns the line of a name, or nil if the name is not listed. O(1).
    package func schema(named name: String) -> EventSchema? { schemas.byName[name] }

    /// The versions in the header of a recording, for the listed events.
    package var schema: JournalSchema {
        JournalSchema(state: version, events: Dictionary(uniqueKeysWithValues: events.map { ($0.name, $0.version) }))
    }
}

extension EventCatalog {
    /// Returns a catalog with the same names and versions for a state that wraps this state and has the same encoding.
    package func wrapping<Outer>(in outer: Outer.Type) -> EventCatalog<Outer> {
        EventCatalog<Outer>(
            version: version, unregistered: unregistered, events: events, upcasters: upcasters, schemas: schemas)
    }

    private init(
        version: Int, unregistered: UnregisteredEvents, events: [EventSchema], upcasters: Upcasters,
        schemas: EventSchemas
    ) {
        self.version = version
        self.unregistered = unregistered
        self.events = events
        self.upcasters = upcasters
        self.schemas = schemas
    }

    /// The names of recorded events, by type.
    package var names: [ObjectIdentifier: String] { schemas.byType.mapValues(\.name) }
}

/// The behavior of a recorder for an event that is not listed in the catalog.
public enum UnregisteredEvents: Hashable, Sendable {
    /// Debug builds end the process with the line to add. Other builds behave as ``mark``.
    case stopInDebug
    /// The event is recorded by the name of its type, marked as not replayable, counted and reported. A replay ends before it.
    case mark

    /// Whether the process ends.
    package var stops: Bool {
        guard self == .stopInDebug else { return false }
        var isDebug = false
        assert(
            {
                isDebug = true; return true
            }())
        return isDebug
    }
}
