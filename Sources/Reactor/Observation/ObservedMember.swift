import Observation

/// A member of a state that was read, with the value that its readers saw.
@MainActor
class ObservedMember<Root> {
    let member: PartialKeyPath<Root>
    let readers = ObservationSignal()
    /// The turn in which it was read last, and the number of that reading.
    var turn: UInt64 = 0
    var read: UInt64 = 0

    init(_ member: PartialKeyPath<Root>) { self.member = member }

    /// Whether the state holds another value than the readers saw. What cannot be compared has always changed.
    func hasChanged(in state: Root) -> Bool { false }
}

/// A member of one type of value.
final class ObservedValue<Root, Value>: ObservedMember<Root> {
    private let keyPath: KeyPath<Root, Value>
    private let isEqual: ((Value, Value) -> Bool)?
    private let value: Value

    init(_ keyPath: KeyPath<Root, Value>, value: Value, isEqual: ((Value, Value) -> Bool)?) {
        self.keyPath = keyPath
        self.value = value
        self.isEqual = isEqual
        super.init(keyPath)
    }

    /// Whether a reader of this value sees what the other readers saw.
    func agrees(with value: Value) -> Bool { isEqual?(self.value, value) ?? true }

    override func hasChanged(in state: Root) -> Bool {
        guard let isEqual else { return true }
        return !isEqual(value, state[keyPath: keyPath])
    }
}

/// The readers of one thing, as Observation knows them.
@MainActor
final class ObservationSignal: Observable {
    private let registrar = ObservationRegistrar()
    private var change: Void { () }

    /// The view that is being observed has read it.
    func observe() { registrar.access(self, keyPath: \.change) }

    /// Notifies its readers that it changed, each once.
    func announce() { registrar.withMutation(of: self, keyPath: \.change) {} }
}
