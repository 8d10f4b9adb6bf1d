/// A rule that starts commands automatically: after an event, while a condition is true, or for each value of a
/// property.
///
/// ```swift
/// let core = Core(
///     state: Tracker(),
///     reactions: {
///         On(WeightLogged.self) { event in RefreshWeights(day: event.day) }
///         While(\.isTracking) { TrackLocation() }
///         For(\.openID) { id in Watch(id: id) }
///     })
/// ```
/// ```
///
/// The initializer of a core lists its reactions, so the list shows everything that a program starts automatically.
/// Commands that a reaction starts are enqueued directly after the event or group that triggered it. A replay of a
/// recording starts no commands.
public protocol Reaction<StateType>: Sendable {
    /// The state of the cores that can use the reaction.
    associatedtype StateType: State

    /// The rule of the reaction. Not for implementing.
    var _rule: ReactionRule<StateType> { get }
}

/// The internal representation of a reaction. Not for use.
public struct ReactionRule<StateType: State>: Sendable {
    enum Occasion: Sendable {
        case event(ObjectIdentifier, @Sendable (any Event) -> ReactionLaunch<StateType>?)
        /// A rule that follows a property. Rules for the same property share the watch that the first of them makes,
        /// and add their closures to it.
        case watch(
            AnyKeyPath & Sendable, make: @Sendable () -> ReactionWatch<StateType>,
            enter: @Sendable (ReactionWatch<StateType>) -> Void)
    }

    let occasion: Occasion
}

/// A command that a reaction starts.
struct ReactionLaunch<StateType: State>: Sendable {
    let command: any Command<StateType>
    /// The options that replace those of the command; nil keeps the command's options.
    let options: CommandOptions?
    /// The place at which the reaction was declared.
    let place: CallSite
}

/// A watch of a property, for the rules that were added to it.
class ReactionWatch<StateType: State> {
    /// Reads the property, and returns whether it has changed since the last read.
    func look(at state: StateType) -> Bool { mustOverride() }
    /// Reads the property, for the next comparison.
    func begin(from state: StateType) { mustOverride() }
    /// Returns the launch of a rule for the current value, or nil if it starts nothing. `rule` is the position at which
    /// the rule was added.
    func launch(_ rule: Int) -> ReactionLaunch<StateType>? { mustOverride() }
}

/// A watch that compares the values of a property.
private final class ValueWatch<StateType: State, Value: Equatable>: ReactionWatch<StateType> {
    private let read: (StateType) -> Value
    private var last: Value?
    var rules: [(Value) -> ReactionLaunch<StateType>?] = []

    init(read: @escaping (StateType) -> Value) { self.read = read }

    override func begin(from state: StateType) { last = read(state) }

    override func look(at state: StateType) -> Bool {
        let now = read(state)
        if let last, isUnchanged(last, now) || !_isPOD(Value.self) && hasSameParts(last, now) { return false }
        last = now
        return true
    }

    override func launch(_ rule: Int) -> ReactionLaunch<StateType>? {
        guard let last else { return nil }
        return rules[rule](last)
    }
}

extension ReactionRule {
    /// A rule that starts a command for each new value of a property, and cancels the command for the previous value.
    init<Value: Equatable & Sendable>(
        following member: KeyPath<StateType, Value> & Sendable,
        _ work: @escaping @Sendable (Value) -> ReactionLaunch<StateType>?
    ) {
        occasion = .watch(
            member, make: { ValueWatch { $0[keyPath: member] } },
            // Equal key paths have values of the same type.
            enter: { ($0 as? ValueWatch<StateType, Value>)?.rules.append(work) })
    }
}

/// A result builder for a list of reactions, one per line.
@resultBuilder
public enum ReactionBuilder<StateType: State> {
    /// Creates a list from one reaction.
    public static func buildExpression(_ reaction: some Reaction<StateType>) -> [any Reaction<StateType>] { [reaction] }
    /// Includes an existing list of reactions.
    public static func buildExpression(_ reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    /// Joins the lines of a block.
    public static func buildBlock(_ reactions: [any Reaction<StateType>]...) -> [any Reaction<StateType>] {
        reactions.flatMap { $0 }
    }
    /// Includes the reactions of an `if` without `else`. If its condition is false, the list is empty.
    public static func buildOptional(_ reactions: [any Reaction<StateType>]?) -> [any Reaction<StateType>] {
        reactions ?? []
    }
    /// Includes the reactions of the first branch of an `if` or `switch`.
    public static func buildEither(first reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    /// Includes the reactions of the second branch of an `if` or `switch`.
    public static func buildEither(second reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    /// Joins the reactions of all iterations of a `for` loop, in order.
    public static func buildArray(_ reactions: [[any Reaction<StateType>]]) -> [any Reaction<StateType>] {
        reactions.flatMap { $0 }
    }
}
