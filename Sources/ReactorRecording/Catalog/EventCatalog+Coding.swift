public import Reactor

/// Events and states on their way into a recording, and back.
extension EventCatalog {
    /// The event as it is recorded.
    ///
    /// - Throws: ``CatalogError/unregistered(_:)`` with the line to add, or ``CatalogError/unencodable(_:_:)``.
    public func encode(_ event: any Event) throws(CatalogError) -> RecordedEvent {
        guard let schema = schema(of: type(of: event)) else {
            throw .unregistered(UnregisteredEvent(TypeName(type(of: event))))
        }
        do {
            let json = try schema.encode(event)
            return RecordedEvent(name: schema.name, version: schema.version, payload: json.bytes(.canonical))
        } catch {
            throw .unencodable(.event(schema.name), Errors.reason(error))
        }
    }

    /// The event that was recorded, upcast to today's version.
    ///
    /// - Throws: ``CatalogError`` when its name is not listed, its version cannot be read, its payload does not decode, or
    ///   it was not written.
    public func decode(_ recorded: RecordedEvent) throws(CatalogError) -> any Event {
        if let gap = recorded.gap, gap != .redacted { throw .notRecorded(recorded.name, gap) }
        guard let schema = schema(named: recorded.name) else { throw .unknownName(recorded.name) }
        var payload = recorded.payload
        if recorded.version != schema.version {
            let chain = try Upcasters(schema.upcasting, of: .event(schema.name), version: schema.version)
            payload = try chain.upcast(payload, from: recorded.version)
        }
        do {
            return try schema.decode(payload)
        } catch {
            if let gap = recorded.gap { throw .notRecorded(recorded.name, gap) }
            throw .undecodable(.event(schema.name), version: recorded.version, Errors.reason(error))
        }
    }

    /// The state's JSON in its one canonical form.
    ///
    /// - Throws: ``CatalogError/unencodable(_:_:)``.
    public func encode(state: StateType) throws(CatalogError) -> JSON {
        do {
            return try JSON(canonicallyEncoding: state)
        } catch {
            throw .unencodable(.state, Errors.reason(error))
        }
    }

    /// The same, with what did not change since the last time taken from `memory`.
    func encode(state: StateType, _ memory: inout EncodingMemory) throws(CatalogError) -> JSON {
        do {
            return try JSON(canonicallyEncoding: state, &memory)
        } catch {
            throw .unencodable(.state, Errors.reason(error))
        }
    }

    /// The state that a recording holds in this version, upcast to today's.
    ///
    /// - Throws: ``CatalogError`` when the version cannot be read, or the bytes do not decode.
    public func decode(state bytes: [UInt8], version: Int) throws(CatalogError) -> StateType {
        let current = version == self.version ? bytes : try upcasters.upcast(bytes, from: version)
        do {
            return try JSON.decode(StateType.self, from: current)
        } catch {
            throw .undecodable(.state, version: version, Errors.reason(error))
        }
    }
}
