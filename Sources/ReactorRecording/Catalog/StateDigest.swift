import Reactor

extension EventCatalog {
    /// The digest of a state: the SHA-256 of its canonical JSON, in 64 hexadecimal digits.
    ///
    /// Equal states give equal digests in every process, in debug and release. O(size of the state).
    ///
    /// - Throws: ``CatalogError`` when it does not encode.
    public func digest(of state: StateType) throws(CatalogError) -> String {
        try encode(state: state).digest
    }
}
