/// A value derived from members of a state, which is computed again only when one of them has changed.
///
/// ```swift
/// let total = Selector(\Shop.prices, \Shop.discount) { prices, discount in prices.reduce(0, +) - discount }
/// let subscription = shop.subscribe(to: total) { @MainActor total in label.text = "\(total)" }
/// for await total in shop.updates(of: total) { print(total) }
/// ```
///
/// It is subscribed to like a key path. All subscriptions that one core has to the same selector, or to copies of it,
/// share one computation for each change; it runs on the core, so it must be pure and should be short. A selector made
/// anew each time is another one: keep it in a `let`.
///
/// A core keeps a copy of the inputs and of the result while somebody is subscribed, so the next change of an input copies
/// what it touches. From large members, take stamps or counts.
public struct Selector<StateType: State, Value: Sendable>: Sendable {
    let identity = SelectorIdentity()
    let isEqual: (@Sendable (Value, Value) -> Bool)?
    private let compute: @Sendable (StateType) -> Value
    private let gates: @Sendable (Place<StateType>) -> [any SelectionGate]

    /// A selector whose subscribers are told whenever its result is another.
    ///
    /// - Parameters:
    ///   - members: what it is made from.
    ///   - compute: makes it.
    public init<each Input: Equatable & Sendable>(
        _ members: repeat KeyPath<StateType, each Input> & Sendable,
        compute: @escaping @Sendable (repeat each Input) -> Value
    ) where Value: Equatable {
        self.init((repeat each members), isEqual: { $0 == $1 }, compute)
    }

    /// A selector whose subscribers are told whenever it was computed again, since its results cannot be compared.
    ///
    /// - Parameters:
    ///   - members: what it is made from.
    ///   - compute: makes it.
    @_disfavoredOverload
    public init<each Input: Equatable & Sendable>(
        _ members: repeat KeyPath<StateType, each Input> & Sendable,
        compute: @escaping @Sendable (repeat each Input) -> Value
    ) {
        self.init((repeat each members), isEqual: nil, compute)
    }

    private init<each Input: Equatable & Sendable>(
        _ members: (repeat KeyPath<StateType, each Input> & Sendable), isEqual: (@Sendable (Value, Value) -> Bool)?,
        _ compute: @escaping @Sendable (repeat each Input) -> Value
    ) {
        self.isEqual = isEqual
        self.compute = { state in compute(repeat state[keyPath: each members]) }
        gates = { place in
            var gates: [any SelectionGate] = []
            for member in repeat each members { gates.append(ValueGate(place.selectionSource(member))) }
            return gates
        }
    }

    /// The value for a state, computed now.
    public func callAsFunction(_ state: StateType) -> Value { compute(state) }

    func makeGate(in place: Place<StateType>) -> any SelectionGate { AnyGate(gates: gates(place)) }
}

/// What copies of one selector have in common.
final class SelectorIdentity: Sendable {}
