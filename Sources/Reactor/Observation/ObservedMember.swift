import Observation

/// A member of a state that was read, with the value that its readers saw.
@MainActor
class ObservedMember<Root> {
    let member: PartialKeyPath<Root>
    let readers = ObservationSignal()
    /// The turn in which it was read last.
    var turn: UInt64 = 0

    init(_ member: PartialKeyPath<Root>) { self.member = member }

    /// Whether the state holds another value than the readers saw. A value that cannot be compared has always changed.
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

/// The readers of one member, as Observation knows them.
///
/// Observation has no call that tells whether a reader is left. It retains the key path that a reader has read, from the read
/// until the reader is invalidated or no longer observes. So each signal has its own key path object and a weak
/// reference to it; no other object retains the key path.
@MainActor
final class ObservationSignal: Observable {
    private let registrar = ObservationRegistrar()
    private weak var keyPath: KeyPath<ObservationSignal, Void>?

    private subscript(number: Int) -> Void { () }

    /// A key path literal with an index is a new object each time, and equal to the others.
    private func makeKeyPath(_ number: Int = 0) -> KeyPath<ObservationSignal, Void> { \.[number] }

    /// Whether a reader observes, or is being evaluated.
    var hasReaders: Bool { keyPath != nil || !Self.canTell }

    /// Whether Observation retains key paths here, as every release of it does so far. Otherwise each signal counts as observed.
    private static let canTell: Bool = {
        let signal = ObservationSignal()
        withObservationTracking({ signal.observe() }) {}
        return signal.keyPath != nil
    }()

    /// The view that is being evaluated has read the member.
    func observe() {
        let keyPath = keyPath ?? makeKeyPath()
        self.keyPath = keyPath
        registrar.access(self, keyPath: keyPath)
    }

    /// Notifies the readers that the member has changed, each once.
    func invalidate() {
        guard hasReaders else { return }
        registrar.withMutation(of: self, keyPath: keyPath ?? makeKeyPath()) {}
    }
}
