public import Reactor

/// Events and states on their way into a recording, and back.
extension EventCatalog {
    /// The event as it is recorded.
    ///
    /// - Throws: ``CatalogError`` with the line to add, or with why it does not encode.
    public func encode(_ event: any Event) throws(CatalogError) -> RecordedEvent { try schemas.encode(event) }

    /// The event that was recorded, upcast to today's version.
    ///
    /// - Throws: ``CatalogError`` when its name is not listed, its version cannot be read, its payload does not decode, or
    ///   it was not written.
    public func decode(_ recorded: RecordedEvent) throws(CatalogError) -> any Event { try schemas.decode(recorded) }

    /// The state's JSON in its one canonical form.
    ///
    /// - Throws: ``CatalogError`` when it does not encode.
    public func encode(state: StateType) throws(CatalogError) -> JSON {
        do {
            return try JSON(canonicallyEncoding: state)
        } catch {
            throw CatalogError(.unencodable(.state, error.codingReason))
        }
    }

    /// The same with the parts that did not change since the state before.
    func encode(state: StateType, _ encoding: StateEncoding) throws(CatalogError) -> EncodedValue {
        do {
            return try encoding.encoded(state)
        } catch {
            throw CatalogError(.unencodable(.state, error.codingReason))
        }
    }

    /// The state that a recording holds in this version, upcast to today's.
    ///
    /// - Throws: ``CatalogError`` when the version cannot be read, or the bytes do not decode.
    package func decode(state bytes: [UInt8], version: Int) throws(CatalogError) -> StateType {
        let current = version == self.version ? bytes : try upcasters.upcast(bytes, from: version)
        do {
            return try JSON.decode(StateType.self, from: current)
        } catch {
            throw CatalogError(.undecodable(.state, version: version, error.codingReason))
        }
    }
}
