import Reactor

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
