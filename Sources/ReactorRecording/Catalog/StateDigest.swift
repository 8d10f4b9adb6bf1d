import Reactor

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
