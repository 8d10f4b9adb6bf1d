/// Starts commands by itself: after an event, while a condition holds, for each value of a member.
///
/// Declared where the core is made, reactions are the list of everything that a program starts automatically. They are silent in a
/// replay.
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
///
/// Commands that a reaction starts are enqueued directly after the event, or the atomic group, that triggered it.
public protocol Reaction<StateType>: Sendable {
    /// The state of the cores that this reaction fits.
    associatedtype StateType: State

    /// Not for implementing: how the core looks at it.
    var _rule: ReactionRule<StateType> { get }
}

/// Not for use: what a reaction is to the core.
public struct ReactionRule<StateType: State>: Sendable {
    enum Occasion: Sendable {
        case event(ObjectIdentifier, @Sendable (any Event) -> ReactionLaunch<StateType>?)
        /// Rules that follow one member share the watch that the first of them made, and enter there what they run.
        case watch(
            AnyKeyPath & Sendable, make: @Sendable () -> ReactionWatch<StateType>,
            enter: @Sendable (ReactionWatch<StateType>) -> Void)
    }

    let occasion: Occasion
}

/// A command that a reaction wants started.
struct ReactionLaunch<StateType: State>: Sendable {
    let command: any Command<StateType>
    /// In the place of those that the command has.
    let options: CommandOptions?
    /// Where the reaction was declared.
    let place: CallSite
}

/// Follows a member of the state, for the rules that were entered.
class ReactionWatch<StateType: State> {
    /// Whether the member is another than when it was looked at last.
    func look(at state: StateType) -> Bool { mustOverride() }
    /// Takes this state for the one that was looked at last.
    func begin(from state: StateType) { mustOverride() }
    /// Returns the launch that a rule requests now, or nil if there is none. The rule is identified by the number of its
    /// entry, from 0 on.
    func launch(_ rule: Int) -> ReactionLaunch<StateType>? { mustOverride() }
}

/// Follows a member by its value.
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
    /// Runs the command that `work` makes of a member each time that the member changes, and replaces the command
    /// that ran before.
    init<Value: Equatable & Sendable>(
        following member: KeyPath<StateType, Value> & Sendable,
        _ work: @escaping @Sendable (Value) -> ReactionLaunch<StateType>?
    ) {
        occasion = .watch(
            member, make: { ValueWatch { $0[keyPath: member] } },
            // Equal key paths lead to values of one type.
            enter: { ($0 as? ValueWatch<StateType, Value>)?.rules.append(work) })
    }
}

/// Lists reactions, one a line.
@resultBuilder
public enum ReactionBuilder<StateType: State> {
    /// Makes a list of one reaction from a line of the block.
    public static func buildExpression(_ reaction: some Reaction<StateType>) -> [any Reaction<StateType>] { [reaction] }
    /// Takes the reactions of a list that was made elsewhere.
    public static func buildExpression(_ reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    /// Joins the lines of a block to one list, in their order.
    public static func buildBlock(_ reactions: [any Reaction<StateType>]...) -> [any Reaction<StateType>] {
        reactions.flatMap { $0 }
    }
    /// Takes the reactions of an `if` without `else`; nil, where its condition is false, lists none.
    public static func buildOptional(_ reactions: [any Reaction<StateType>]?) -> [any Reaction<StateType>] {
        reactions ?? []
    }
    /// Takes the reactions of the branch of an `if` or a `switch` that is chosen.
    public static func buildEither(first reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    /// Takes the reactions of the other branch, where that one is chosen.
    public static func buildEither(second reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    /// Joins the reactions of every pass of a `for` loop to one list, in the order of the passes.
    public static func buildArray(_ reactions: [[any Reaction<StateType>]]) -> [any Reaction<StateType>] {
        reactions.flatMap { $0 }
    }
}
