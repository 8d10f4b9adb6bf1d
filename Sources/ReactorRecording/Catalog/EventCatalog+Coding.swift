public import Reactor

extension EventCatalog {
    /// Encodes an event for a recording.
    ///
    /// - Throws: ``CatalogError`` with the line to add if the event is not listed, or with the reason why it does not encode.
    public func encode(_ event: any Event) throws(CatalogError) -> RecordedEvent { try schemas.encode(event) }

    /// Decodes a recorded event, after an upcast to the current version.
    ///
    /// - Throws: ``CatalogError`` if the name is not listed, the version cannot be read, the payload does not decode, or its
    ///   content was not recorded.
    public func decode(_ recorded: RecordedEvent) throws(CatalogError) -> any Event { try schemas.decode(recorded) }

    /// Encodes a state as canonical JSON.
    ///
    /// - Throws: ``CatalogError`` if the state does not encode.
    public func encode(state: StateType) throws(CatalogError) -> JSON {
        do {
            return try JSON(canonicallyEncoding: state)
        } catch {
            throw CatalogError.unencodable(.state, error.codingReason)
        }
    }

    /// Encodes a state, and reuses the encoding of unchanged parts.
    package func encode(state: StateType, _ encoding: StateEncoding) throws(CatalogError) -> EncodedValue {
        do {
            return try encoding.encoded(state)
        } catch {
            throw CatalogError.unencodable(.state, error.codingReason)
        }
    }

    /// Decodes a recorded state, after an upcast to the current version.
    ///
    /// - Throws: ``CatalogError`` if the version cannot be read, or the bytes do not decode.
    package func decode(state bytes: [UInt8], version: Int) throws(CatalogError) -> StateType {
        let current = version == self.version ? bytes : try upcasters.upcast(bytes, from: version)
        do {
            return try JSON.decode(StateType.self, from: current)
        } catch {
            throw CatalogError.undecodable(.state, version: version, error.codingReason)
        }
    }
}

extension EventCatalog {
    /// Returns the digest of a state: the SHA-256 of its canonical JSON, in 64 hexadecimal digits.
    ///
    /// Equal states have equal digests in every process, in debug and release builds. O(size of the state).
    ///
    /// - Throws: ``CatalogError`` if the state does not encode.
    public func digest(of state: StateType) throws(CatalogError) -> String {
        try encode(state: state).digest
    }
}
