/// What distinguishes one place in a state from another.
struct PlaceKey: Hashable, @unchecked Sendable {
    // Sendable: it never changes; key paths given to a core hold no mutable state, and ids are Sendable.
    /// The distance at which it is stored, or from which the steps go on.
    let offset: Int
    /// Key paths and ids, where a distance is not enough.
    private var steps: [AnyHashable] = []

    init(offset: Int) { self.offset = offset }

    /// The whole state.
    static let whole = PlaceKey(offset: 0)

    func appending(_ keyPath: AnyKeyPath & Sendable) -> PlaceKey {
        var key = self
        key.steps.append(keyPath)
        return key
    }

    func appending(_ keyPath: AnyKeyPath & Sendable, id: some Hashable & Sendable) -> PlaceKey {
        var key = appending(keyPath)
        key.steps.append(AnyHashable(id))
        return key
    }
}
