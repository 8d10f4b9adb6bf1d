/// What makes two selections the same: what is selected, and from which place.
struct SelectionKey: Hashable, @unchecked Sendable {
    // Sendable: it never changes; key paths given to a core hold no mutable state, and ids are Sendable.

    enum Subject: Hashable {
        /// Members, in this order. The whole state is its own member `self`.
        case members([AnyKeyPath])
        /// What closures make of a state of this type: they cannot be told apart.
        case closure(ObjectIdentifier)
        /// What one selector makes of the state.
        case selector(ObjectIdentifier)
        /// Rows, compared or not, each with subscribers of its own.
        case rows(AnyKeyPath, isCompared: Bool)
        /// One of these rows.
        case row(AnyKeyPath, AnyHashable)
        /// What changed among rows.
        case changes(AnyKeyPath)
        /// The order of rows.
        case order(AnyKeyPath)
    }

    let subject: Subject
    let place: PlaceKey

    init(_ subject: Subject, in place: PlaceKey) {
        self.subject = subject
        self.place = place
    }

    /// A member of a state that is stored.
    init(keyPath: AnyKeyPath & Sendable, offset: Int) { self.init(.members([keyPath]), in: PlaceKey(offset: offset)) }

    /// Whether equal keys mean equal values, which one group can read for all.
    var isShared: Bool {
        if case .closure = subject { false } else { true }
    }
}
