import Reactor

extension JournalEncoding where StateType: Codable {
    /// How the events and states of a catalog become bytes. What a redactor names does not; nor is there a digest then,
    /// from which a short secret could be guessed.
    init(_ catalog: EventCatalog<StateType>, _ redactor: Redactor? = nil) {
        self.init(
            state: { state in
                let json = try catalog.encode(state: state)
                return (redactor?.state(json) ?? json).bytes(.canonical)
            },
            digest: { redactor == nil ? SHA256.hexDigest(of: $0) : nil },
            content: JournalContent(
                schema: catalog.schema, isRedacted: redactor != nil, name: { catalog.schema(of: $0)?.name ?? "\($0)" }
            ) { event in
                do throws(CatalogError) {
                    var recorded = try catalog.encode(event)
                    _ = redactor?.redact(&recorded)
                    return recorded
                } catch {
                    guard case .unregistered(let unregistered) = error.problem else { throw error }
                    return RecordedEvent(name: unregistered.type, gap: .unregistered)
                }
            })
    }
}

extension EventCatalog {
    /// Where the catalog says so, what ends the program at an event that is not listed; nil elsewhere.
    var stopAtUnregistered: (@Sendable (any Event) -> Void)? {
        guard unregistered.stops else { return nil }
        return { event in
            if schema(of: type(of: event)) == nil {
                fatalError("\(CatalogError(.unregistered(UnregisteredEvent(event))))")
            }
        }
    }
}
