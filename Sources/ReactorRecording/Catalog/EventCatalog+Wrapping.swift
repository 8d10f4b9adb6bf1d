import Reactor

extension EventCatalog {
    /// The same names and versions for a state that stands around this one's, and encodes as it.
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

    /// The names under which events are recorded, by their types.
    package var names: [ObjectIdentifier: String] { schemas.byType.mapValues(\.name) }
}
