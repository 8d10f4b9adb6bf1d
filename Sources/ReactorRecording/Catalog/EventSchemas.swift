import Reactor

/// The lines of a catalog by name and by type, with the coding of events.
///
/// It is not generic over the state, because the runtime would look up its metadata at each event.
struct EventSchemas: Sendable {
    let byType: [ObjectIdentifier: EventSchema]
    let byName: [String: EventSchema]

    /// - Throws: ``CatalogError`` if two lines have the same name or type, or a line is invalid.
    ///
    /// - Parameters:
    ///   - parts: The library's events for the parts of the state. The app's own lines and their names take precedence.
    ///   - library: The other events of the library, which come last.
    init(
        validating events: [EventSchema], parts: [EventSchema] = [], library: [EventSchema] = []
    ) throws(CatalogError) {
        var byType: [ObjectIdentifier: EventSchema] = [:]
        var byName: [String: EventSchema] = [:]
        for event in events {
            try event.validate()
            if let other = byName.updateValue(event, forKey: event.name) {
                throw CatalogError.duplicateName(event.name, other.typeName, event.typeName)
            }
            if let other = byType.updateValue(event, forKey: ObjectIdentifier(event.type)) {
                throw CatalogError.duplicateType(event.typeName, other.name, event.name)
            }
        }
        let own = byName
        for event in parts where own[event.name] == nil {
            try event.validate()
            if let other = byName.updateValue(event, forKey: event.name), other.type != event.type {
                throw CatalogError.duplicateName(event.name, other.typeName, event.typeName)
            }
            // Two parts of one type share the first line. The second name stays readable, so the order of parts can change.
            if byType[ObjectIdentifier(event.type)] == nil { byType[ObjectIdentifier(event.type)] = event }
        }
        for event in library where byName[event.name] == nil && byType[ObjectIdentifier(event.type)] == nil {
            try event.validate()
            byName[event.name] = event
            byType[ObjectIdentifier(event.type)] = event
        }
        self.byType = byType
        self.byName = byName
    }

    func encode(_ event: any Event) throws(CatalogError) -> RecordedEvent {
        guard let schema = byType[ObjectIdentifier(type(of: event))] else {
            throw CatalogError.unregistered(event)
        }
        do {
            let json = try schema.encode(event)
            return RecordedEvent(name: schema.name, version: schema.version, payload: json.bytes(.canonical))
        } catch {
            throw CatalogError.unencodable(.event(schema.name), error.codingReason)
        }
    }

    /// Decodes a recorded event, after an upcast to the current version.
    func decode(_ recorded: RecordedEvent) throws(CatalogError) -> any Event {
        if let gap = recorded.gap, gap != .redacted { throw CatalogError.notRecorded(recorded.name, gap) }
        guard let schema = byName[recorded.name] else { throw CatalogError.unknownName(recorded.name) }
        var payload = recorded.payload
        if recorded.version != schema.version {
            let chain = try Upcasters(schema.upcasting, of: .event(schema.name), version: schema.version)
            payload = try chain.upcast(payload, from: recorded.version)
        }
        do {
            return try schema.decode(payload)
        } catch {
            if let gap = recorded.gap { throw CatalogError.notRecorded(recorded.name, gap) }
            throw CatalogError.undecodable(.event(schema.name), version: recorded.version, error.codingReason)
        }
    }
}
