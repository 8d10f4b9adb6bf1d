import Observation

/// A member of a state that was read, with the value that its readers saw.
@MainActor
class ObservedMember<Root> {
    let member: PartialKeyPath<Root>
    let readers = ObservationSignal()
    /// The turn in which it was read last.
    var turn: UInt64 = 0

    init(_ member: PartialKeyPath<Root>) { self.member = member }

    /// Whether the state holds another value than the readers saw, who from then on count as having seen it. What cannot
    /// be compared is always another.
    func hasChanged(in state: Root) -> Bool { false }
}

/// A member of one type of value.
final class ObservedValue<Root, Value>: ObservedMember<Root> {
    private let keyPath: KeyPath<Root, Value>
    private let isEqual: ((Value, Value) -> Bool)?
    private var value: Value

    init(_ keyPath: KeyPath<Root, Value>, value: Value, isEqual: ((Value, Value) -> Bool)?) {
        self.keyPath = keyPath
        self.value = value
        self.isEqual = isEqual
        super.init(keyPath)
    }

    /// Whether one who sees this value sees what the other readers saw.
    func agrees(with value: Value) -> Bool { isEqual?(self.value, value) ?? true }

    override func hasChanged(in state: Root) -> Bool {
        let value = state[keyPath: keyPath]
        if let isEqual, isEqual(self.value, value) { return false }
        self.value = value
        return true
    }
}

/// Those who have read one thing, as Observation knows them.
@MainActor
final class ObservationSignal: Observable {
    private let registrar = ObservationRegistrar()
    private var change: Void { () }

    /// Whoever is being observed has read it.
    func observe() { registrar.access(self, keyPath: \.change) }

    /// Tells those who have read it that it changed; each is told once.
    func announce() { registrar.withMutation(of: self, keyPath: \.change) {} }
}
