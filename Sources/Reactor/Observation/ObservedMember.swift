import Observation

/// A member of a state that was read, with the value that its readers have.
@MainActor
class ObservedMember<Root> {
    let member: PartialKeyPath<Root>
    let readers = ObservationSignal()
    /// The turn of the last read.
    var turn: UInt64 = 0

    init(_ member: PartialKeyPath<Root>) { self.member = member }

    /// Whether the value in a state differs from that of the readers. A value that is not `Equatable` always counts as
    /// changed.
    func hasChanged(in state: Root) -> Bool { false }
}

/// A member with a value of a certain type.
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

    /// Whether a value is equal to that of the readers.
    func agrees(with value: Value) -> Bool { isEqual?(self.value, value) ?? true }

    override func hasChanged(in state: Root) -> Bool {
        guard let isEqual else { return true }
        return !isEqual(value, state[keyPath: keyPath])
    }
}

/// The readers of one member, registered with Observation.
///
/// Observation has no call that returns whether there are readers. It retains the key path of a reader, from the read
/// until the reader is invalidated or released. Therefore each signal has its own key path object and a weak reference
/// to it, and no other object retains the key path.
@MainActor
final class ObservationSignal: Observable {
    private let registrar = ObservationRegistrar()
    private weak var keyPath: KeyPath<ObservationSignal, Void>?

    private subscript(number: Int) -> Void { () }

    /// A key path literal with an index is a new object each time, and equal to the others.
    private func makeKeyPath(_ number: Int = 0) -> KeyPath<ObservationSignal, Void> { \.[number] }

    /// Whether a reader is registered, or is being evaluated.
    var hasReaders: Bool { keyPath != nil || !Self.canTell }

    /// Whether Observation retains key paths, as every release of it does so far. Otherwise each signal counts as
    /// observed.
    private static let canTell: Bool = {
        let signal = ObservationSignal()
        withObservationTracking({ signal.observe() }) {}
        return signal.keyPath != nil
    }()

    /// Registers the view that is being evaluated as a reader.
    func observe() {
        let keyPath = keyPath ?? makeKeyPath()
        self.keyPath = keyPath
        registrar.access(self, keyPath: keyPath)
    }

    /// Invalidates the readers, each once.
    func invalidate() {
        guard hasReaders else { return }
        registrar.withMutation(of: self, keyPath: keyPath ?? makeKeyPath()) {}
    }
}
