/// A selection that is read only when something cheaper to look at has changed.
final class GatedSelection<Value: Sendable>: TypedSelection<Value>, @unchecked Sendable {
    // Sendable: it never changes.
    let makeGate: @Sendable () -> any SelectionGate
    /// The value; nil while the part it belongs to is gone.
    let compute: @Sendable (UnsafeRawPointer) -> Value?
    let isEqual: (@Sendable (Value, Value) -> Bool)?
    let isEvery: Bool

    init(
        keyPath: SelectionKey, isEvery: Bool, gate: @escaping @Sendable () -> any SelectionGate,
        compute: @escaping @Sendable (UnsafeRawPointer) -> Value?, isEqual: (@Sendable (Value, Value) -> Bool)?
    ) {
        makeGate = gate
        self.compute = compute
        self.isEqual = isEvery ? nil : isEqual
        self.isEvery = isEvery
        super.init(keyPath: keyPath)
    }

    override var key: SelectionKey? { isEvery ? nil : keyPath }

    override func makeGroup() -> SelectionGroup { GatedGroup(self) }
}

/// What a gated selection depends on, as it was when it was last looked at. Touched on the core's executor alone.
protocol SelectionGate {
    /// Whether anything is another than the last time; true the first time.
    mutating func opens(_ state: UnsafeRawPointer) -> Bool
}

/// Opens when one value is another.
struct ValueGate<Value: Equatable & Sendable>: SelectionGate {
    private let source: SelectionSource<Value>
    private var last: Value?
    private var wasLooked = false

    init(_ source: SelectionSource<Value>) { self.source = source }

    mutating func opens(_ state: UnsafeRawPointer) -> Bool {
        let now = source.value(in: state)
        defer {
            last = now
            wasLooked = true
        }
        return !wasLooked || now != last
    }
}

/// Opens when one of several does.
struct AnyGate: SelectionGate {
    var gates: [any SelectionGate]

    mutating func opens(_ state: UnsafeRawPointer) -> Bool {
        var opens = false
        // Each has to look, or it would open again for what is known by then.
        for index in gates.indices where gates[index].opens(state) { opens = true }
        return opens
    }
}
