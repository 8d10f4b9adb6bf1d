/// Where a core's state lies in the memory of the whole.
struct Place<StateType: State>: Sendable {
    /// The distance from the start of the whole state, or from where ``route`` begins.
    let offset: Int
    /// How it is found where it is not simply stored at that distance.
    let route: Route<StateType>?

    init(offset: Int) {
        self.offset = offset
        route = nil
    }

    init(offset: Int, route: Route<StateType>) {
        self.offset = offset
        self.route = route
    }

    /// The whole state itself.
    static var whole: Place { Place(offset: 0) }

    /// What distinguishes it from other places.
    var key: PlaceKey { route?.key ?? PlaceKey(offset: offset) }

    /// Where a command is launched that is fired here.
    var commandPlace: CommandPlace { CommandPlace(place: key, state: ObjectIdentifier(StateType.self)) }

    /// The part it belongs to, if that may become absent.
    var part: Part? { route?.part }

    /// The state, or what stands for it while its part is absent.
    func value(in whole: UnsafeRawPointer) -> StateType {
        guard let route else { return stored(in: whole).pointee }
        return route.value(whole)
    }

    /// Lends the state, or what stands for it while its part is absent.
    func read<Result>(in whole: UnsafeRawPointer, _ body: (borrowing StateType) throws -> Result) rethrows -> Result {
        guard let route else { return try body(stored(in: whole).pointee) }
        return try body(route.value(whole))
    }

    /// Lends the state, unless its part is absent.
    func readIfPresent<Result>(in whole: UnsafeRawPointer, _ body: (StateType) -> Result) -> Result? {
        guard let route else { return body(stored(in: whole).pointee) }
        return route.find(whole).map(body)
    }

    /// How the state itself is found.
    var selectionSource: SelectionSource<StateType> {
        guard let route else { return .offset(offset) }
        return .computed(route.find)
    }

    /// How a member is found: by its distance where it is stored, by the key path elsewhere.
    func selectionSource<Value>(_ keyPath: KeyPath<StateType, Value> & Sendable) -> SelectionSource<Value> {
        guard route == nil else { return .computed { [self] in readIfPresent(in: $0) { $0[keyPath: keyPath] } } }
        if let distance = MemoryLayout<StateType>.offset(of: keyPath) { return .offset(offset + distance) }
        return .computed { [self] in stored(in: $0).pointee[keyPath: keyPath] }
    }

    @inline(__always)
    private func stored(in whole: UnsafeRawPointer) -> UnsafePointer<StateType> {
        (whole + offset).assumingMemoryBound(to: StateType.self)
    }
}

/// How a state is found that is not stored at a fixed distance: computed, optional, or a row.
final class Route<StateType: State>: Sendable {
    let key: PlaceKey
    /// The state, or what stands for it while it is absent.
    let value: @Sendable (UnsafeRawPointer) -> StateType
    /// The state, unless it is absent.
    let find: @Sendable (UnsafeRawPointer) -> StateType?
    /// What it belongs to, if that may become absent.
    let part: Part?

    init(
        key: PlaceKey, part: Part?, value: @escaping @Sendable (UnsafeRawPointer) -> StateType,
        find: @escaping @Sendable (UnsafeRawPointer) -> StateType?
    ) {
        self.key = key
        self.part = part
        self.value = value
        self.find = find
    }
}

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
