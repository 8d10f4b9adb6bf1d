/// The subject of a subscription: how its value is found in the state, and which other subscriptions are about the same.
final class Selection<Value: Sendable>: Sendable {
    /// The key by which two selections of one subscriber are the same; nil for a unique selection.
    let key: SelectionKey?
    /// How the value is found.
    let source: SelectionSource<Value>
    /// Whether its subscribers are notified of each event.
    let isEvery: Bool
    /// Decides when the value is read; nil where it is read whenever the state has changed.
    let gate: SharedGate?
    /// Makes the comparison of two values, nil where they cannot be compared. To be called on the core's executor.
    let makeComparison: @Sendable () -> Comparison<Value>?
    /// The changes of rows, instead of a value in the state.
    let changes: RowChanges<Value>?

    init(
        key: SelectionKey?, source: SelectionSource<Value>, isEvery: Bool,
        gate: SharedGate? = nil,
        makeComparison: @escaping @Sendable () -> Comparison<Value>? = { comparison(of: Value.self) },
        changes: RowChanges<Value>? = nil
    ) {
        self.key = key
        self.source = source
        self.isEvery = isEvery
        self.gate = gate
        self.makeComparison = makeComparison
        self.changes = changes
    }

    /// Selections with equal keys share one group, and so one look at the state.
    var groupKey: SelectionKey? {
        if isEvery { return nil }
        if case .closure = key?.subject { return nil }
        return key
    }

    func makeGroup() -> SelectionGroup { changes?.makeGroup(isEvery: isEvery, key: groupKey) ?? ValueGroup(self) }
}

/// Two selections with equal keys are the same: of the same value, from the same part of the state. An object, since it is handed
/// from the selection to its gate, its inboxes and their group.
final class SelectionKey: Hashable, Sendable {
    enum Subject: Hashable, @unchecked Sendable {
        // Sendable: it never changes; key paths given to a core hold no mutable state, and ids are Sendable.

        /// Properties, in this order. The whole state is its own property `self`.
        case properties([AnyKeyPath])
        /// The results of closures for a state of this type, which cannot be distinguished.
        case closure(ObjectIdentifier)
        /// The result of one `Derived`, or of a copy of it.
        case derived(Revision)
        /// The inputs of derived values, in this order, as a gate.
        case inputs([AnyKeyPath])
        /// A member as a gate, by its revision.
        case revision(AnyKeyPath)
        /// Rows as a gate, each with its own subscribers.
        case rows(AnyKeyPath)
        /// One of these rows.
        case row(AnyKeyPath, AnyHashable)
        /// The changes of rows.
        case changes(AnyKeyPath)
        /// The order of rows.
        case order(AnyKeyPath)
    }

    let subject: Subject
    let path: StatePathKey

    init(_ subject: Subject, in path: StatePathKey) {
        self.subject = subject
        self.path = path
    }

    static func == (left: SelectionKey, right: SelectionKey) -> Bool {
        left === right || left.subject == right.subject && left.path == right.path
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(subject)
        hasher.combine(path)
    }
}

/// Whether the second value is the first one, unchanged.
typealias Comparison<Value> = (Value, Value) -> Bool

/// How two values are compared, nil where they cannot be.
///
/// Looked for when a group is made, on the executor where values are compared: an `Equatable` conformance that is
/// isolated to an actor is found there alone where it may be used.
func comparison<Value>(of type: Value.Type) -> Comparison<Value>? {
    guard let type = type as? any Equatable.Type else { return nil }
    return (type.comparisonOfSelf as? TypedComparison<Value>)?.isEqual
}

private struct TypedComparison<Value> {
    let isEqual: Comparison<Value>
}

extension Equatable {
    fileprivate static var comparisonOfSelf: Any { TypedComparison<Self> { isUnchanged($0, $1) } }
}

/// Says whether what a selection is made from may have changed since it was last asked; true the first time. Asked on
/// the core's executor.
typealias SelectionGate = (borrowing WholeState) -> Bool

/// Opens when a value has changed; always where it cannot be compared.
func makeGate<Value: Sendable>(_ source: SelectionSource<Value>) -> SelectionGate {
    guard let isEqual = comparison(of: Value.self) else { return { _ in true } }
    let last = LastValue<Value>()
    return { state in last.changes(source, isEqual, state) }
}

/// The value that a gate saw when it was last asked.
private final class LastValue<Value: Sendable> {
    private let value = Slot<Value>()
    private var wasAsked = false

    /// Whether it is another value now, or the first.
    func changes(
        _ source: SelectionSource<Value>, _ isEqual: Comparison<Value>, _ state: borrowing WholeState
    ) -> Bool {
        var isPresent = false
        var isOther = !wasAsked
        wasAsked = true
        source.lend(in: state) { now in
            isPresent = true
            if value.isFull && value.lend(to: { isEqual(now, $0) }) { return }
            value.clear()
            value.fill(copying: now)
            isOther = true
        }
        guard !isPresent && value.isFull else { return isOther }
        value.clear()
        return true
    }
}

/// Opens when one of several does. Each gate is checked, or it would open again for a change that is known by then.
func anyGate(_ gates: [SelectionGate]) -> SelectionGate {
    { state in gates.reduce(false) { $1(state) || $0 } }
}
