/// The subject of a subscription: the location of its value in the state, and its identity.
final class Selection<Value: Sendable>: Sendable {
    /// The identity among the selections of one subscriber; nil for a unique selection.
    let key: SelectionKey?
    /// The location of the value.
    let source: SelectionSource<Value>
    /// Whether subscribers are notified of each event.
    let isEvery: Bool
    /// The gate that decides when the value is read. If it is nil, the value is read whenever the state has changed.
    let gate: SharedGate?
    /// Creates the comparison of two values; nil if they are not `Equatable`. Has to be called on the core's executor.
    let makeComparison: @Sendable () -> Comparison<Value>?
    /// Whether each subscriber compares a value with the value that it received last. Otherwise the group compares for
    /// all of them, which requires that equality is transitive.
    let comparesDelivered: Bool
    /// The access to the changes of rows, if these are the value.
    let changes: RowChanges<Value>?

    init(
        key: SelectionKey?, source: SelectionSource<Value>, isEvery: Bool,
        gate: SharedGate? = nil,
        makeComparison: @escaping @Sendable () -> Comparison<Value>? = { comparison(of: Value.self) },
        comparesDelivered: Bool = false, changes: RowChanges<Value>? = nil
    ) {
        self.key = key
        self.source = source
        self.isEvery = isEvery
        self.gate = gate
        self.makeComparison = makeComparison
        self.comparesDelivered = comparesDelivered
        self.changes = changes
    }

    /// The identity of the group. Selections with equal keys share one group, and so each read of the state.
    var groupKey: SelectionKey? {
        if isEvery { return nil }
        if case .closure = key?.subject { return nil }
        return key
    }

    func makeGroup() -> SelectionGroup { changes?.makeGroup(isEvery: isEvery, key: groupKey) ?? ValueGroup(self) }
}

/// The identity of a selection: its value and its child state. A class, because the selection, its gate, its inboxes
/// and their group share it.
final class SelectionKey: Hashable, Sendable {
    enum Subject: Hashable, @unchecked Sendable {
        // Sendable: it never changes; the key paths of a core contain no mutable state, and ids are Sendable.

        /// Properties, in this order. The whole state is its own property `self`.
        case properties([AnyKeyPath])
        /// The result of a closure for a state of this type. Different closures cannot be distinguished.
        case closure(ObjectIdentifier)
        /// The result of one `Derived`, or of a copy of it.
        case derived(Revision)
        /// The inputs of derived values, in this order, as a gate.
        case inputs([AnyKeyPath])
        /// The revision of a property, as a gate.
        case revision(AnyKeyPath)
        /// The rows of a collection, as a gate for subscriptions to single rows.
        case rows(AnyKeyPath)
        /// One row of a collection.
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

/// Returns whether two values are equal.
typealias Comparison<Value> = (Value, Value) -> Bool

/// Returns the comparison of two values; nil if they are not `Equatable`.
///
/// It is called when a group is created, on the executor on which values are compared: an `Equatable` conformance that
/// is isolated to an actor is found only on this actor.
func comparison<Value>(of type: Value.Type) -> Comparison<Value>? {
    guard let type = type as? any Equatable.Type else { return nil }
    return type.comparisonOfSelf as? Comparison<Value>
}

extension Equatable {
    fileprivate static var comparisonOfSelf: Any { { isUnchanged($0, $1) } as Comparison<Self> }
}
