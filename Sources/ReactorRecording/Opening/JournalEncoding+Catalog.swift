import Reactor

extension JournalEncoding where StateType: Codable {
    /// Creates the encoding of a catalog's events and states.
    init(_ catalog: EventCatalog<StateType>) {
        self.init(
            state: { try catalog.encode(state: $0).bytes(.canonical) },
            content: JournalContent(
                schema: catalog.schema, name: { catalog.schema(of: $0)?.name ?? "\($0)" }
            ) { event in
                do throws(CatalogError) {
                    return try catalog.encode(event)
                } catch {
                    guard let unregistered = error.unregistered else { throw error }
                    return RecordedEvent(name: unregistered.type, gap: .unregistered)
                }
            })
    }
}

extension EventCatalog {
    /// The check that ends the process at an unlisted event, or nil if the catalog does not request it.
    var stopAtUnregistered: (@Sendable (any Event) -> Void)? {
        guard unregistered.stops else { return nil }
        return { event in
            if schema(of: type(of: event)) == nil {
                fatalError("\(CatalogError.unregistered(event))")
            }
        }
    }
}
