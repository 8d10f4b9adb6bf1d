/// Where a core's state lies in the memory of the whole.
struct Place<StateType: State>: Sendable {
    /// The distance from the start of the whole state.
    let offset: Int

    /// The whole state itself.
    static var whole: Place { Place(offset: 0) }

    /// The state's memory, from that of the whole.
    @inline(__always)
    func locate(in whole: UnsafeRawPointer) -> UnsafePointer<StateType> {
        (whole + offset).assumingMemoryBound(to: StateType.self)
    }

    /// How a member is found: by its distance where it is stored, by the key path elsewhere.
    func selectionSource<Value>(_ keyPath: KeyPath<StateType, Value> & Sendable) -> SelectionSource<Value> {
        if let distance = MemoryLayout<StateType>.offset(of: keyPath) { return .offset(offset + distance) }
        return .computed { [self] in locate(in: $0).pointee[keyPath: keyPath] }
    }
}
