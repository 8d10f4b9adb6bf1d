public import Reactor

/// Under which names and versions an app records its events and its state: one place per app, one line an event.
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
/// A name lasts: it stands in every recording, and a type may be renamed, moved or made generic under it. A version
/// counts up when what an event carries changes its form; an upcaster then turns what version n wrote into what n + 1
/// writes. The lines are values, so a feature can list its own and the app put the lists together with `+`.
///
/// What the library itself fires is in every catalog: how commands ended (`command.ended`), a ``Reset`` of the whole state
/// (`state.reset`), assignments to the members that the state and its parts declare (`assign`), undo and redo where the whole
/// state is an ``Undoable``, what a queue of changes fires, and the choice of an environment. What it fires for a part of the state
/// is there once the part is declared, see ``Part``. A line of one's own for such a type stands instead.
public struct EventCatalog<StateType: State & Codable>: Sendable {
    /// The version of the state's form.
    package let version: Int
    /// What a recorder does about an event that is not listed.
    let unregistered: UnregisteredEvents
    /// The events that were listed, in that order.
    package let events: [EventSchema]

    let upcasters: Upcasters
    let schemas: EventSchemas

    /// A catalog of these events. The program ends, with the sentence of ``CatalogError``, where two
    /// lines have the same name or the same type, or a version, a name or an upcaster makes no sense.
    ///
    /// - Parameters:
    ///   - version: the version of the state's form; count it up when the form changes.
    ///   - upcasting: for each older version, what turns its states into those of the next.
    ///   - unregistered: what a recorder does about an event that is not listed.
    ///   - parts: the parts of the state for which the library fires events.
    ///   - events: a line for each event that may be fired.
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

    /// A catalog of these events.
    ///
    /// - Throws: ``CatalogError`` when two lines have the same name or the same type, or a version, a name or an upcaster
    ///   makes no sense.
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

    /// The line of a type, nil when it is not listed. O(1).
    func schema(of type: any Event.Type) -> EventSchema? { schemas.byType[ObjectIdentifier(type)] }

    /// The line of a name, nil when it is not listed. O(1).
    package func schema(named name: String) -> EventSchema? { schemas.byName[name] }

    /// The versions that the header of a recording names: those of what was listed.
    package var schema: JournalSchema {
        JournalSchema(state: version, events: Dictionary(uniqueKeysWithValues: events.map { ($0.name, $0.version) }))
    }
}
