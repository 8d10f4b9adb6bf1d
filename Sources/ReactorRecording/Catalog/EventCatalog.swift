public import Reactor

/// Under which names and versions an app records its events and its state: one place per app, one line an event.
///
/// ```swift
/// extension Weights {
///     static let catalog = EventCatalog<Weights>(events: [
///         .event(WeightLogged.self, as: "weight.logged", version: 2, upcasting: [1: { $0.rename("kg", to: "kilograms") }]),
///         .event(WeightDeleted.self, as: "weight.deleted"),
///         .reset(Weights.self, as: "weights.reset"),
///         .commandEnded(),
///     ])
/// }
/// ```
///
/// A name lasts: it stands in every recording, and a type may be renamed, moved or made generic under it. A version
/// counts up when what an event carries changes its form; an upcaster then turns what version n wrote into what n + 1
/// writes. The lines are values, so a feature can list its own and the app put the lists together with `+`.
public struct EventCatalog<StateType: State & Codable>: Sendable {
    /// The version of the state's form.
    public let version: Int
    /// What a recorder does about an event that is not listed.
    public let unregistered: UnregisteredEvents
    /// The events, in the order they were listed.
    public let events: [EventSchema]

    let upcasters: Upcasters
    private let byType: [ObjectIdentifier: EventSchema]
    private let byName: [String: EventSchema]

    /// A catalog of these events. The program ends, with the sentence of ``CatalogError``, where
    /// ``init(validating:version:upcasting:unregistered:)`` throws.
    ///
    /// - Parameters:
    ///   - version: the version of the state's form; count it up when the form changes.
    ///   - upcasting: for each older version, what turns its states into those of the next.
    ///   - unregistered: what a recorder does about an event that is not listed.
    ///   - events: a line for each event that may be fired.
    public init(
        version: Int = 1, upcasting: [Int: Upcaster] = [:], unregistered: UnregisteredEvents = .stopInDebug,
        events: [EventSchema]
    ) {
        do {
            try self.init(
                validating: events, version: version, upcasting: upcasting, unregistered: unregistered)
        } catch {
            fatalError("\(error)")
        }
    }

    /// A catalog of these events.
    ///
    /// - Throws: ``CatalogError`` when two lines have the same name or the same type, or a version, a name or an upcaster
    ///   makes no sense.
    public init(
        validating events: [EventSchema], version: Int = 1, upcasting: [Int: Upcaster] = [:],
        unregistered: UnregisteredEvents = .stopInDebug
    ) throws(CatalogError) {
        self.version = version
        self.unregistered = unregistered
        self.events = events
        upcasters = try Upcasters(upcasting, of: .state, version: version)
        var byType: [ObjectIdentifier: EventSchema] = [:]
        var byName: [String: EventSchema] = [:]
        for event in events {
            try event.validate()
            if let other = byName.updateValue(event, forKey: event.name) {
                throw .duplicateName(event.name, other.typeName, event.typeName)
            }
            if let other = byType.updateValue(event, forKey: ObjectIdentifier(event.type)) {
                throw .duplicateType(event.typeName, other.name, event.name)
            }
        }
        self.byType = byType
        self.byName = byName
    }

    /// The line of a type, nil when it is not listed. O(1).
    public func schema(of type: any Event.Type) -> EventSchema? { byType[ObjectIdentifier(type)] }

    /// The line of a name, nil when it is not listed. O(1).
    public func schema(named name: String) -> EventSchema? { byName[name] }

    /// The versions that the header of a recording names.
    public var schema: JournalSchema {
        JournalSchema(state: version, events: byName.mapValues(\.version))
    }
}
