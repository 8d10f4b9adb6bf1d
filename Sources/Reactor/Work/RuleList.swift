/// The conditions of a feature whose state is at one path: for each, the wished work and the work that runs.
final class RuleList {
    private var wishes: [Wishes] = []
    /// The wishes for single properties. Rules for one property share a read of it.
    private var wishesOfMembers: [MemberKey: Wishes] = [:]
    /// The position of the next rule. In a list that exists once for each child, all rules have the position of the
    /// rule that contains the list.
    private var next: Int
    private let isNested: Bool

    private struct MemberKey: Hashable {
        let path: StatePathKey
        let member: AnyKeyPath
    }

    /// Creates an empty list.
    ///
    /// - Parameter order: The position of the rule that contains the list; nil for the list of a core.
    init(order: Int?) {
        next = order ?? 0
        isNested = order != nil
    }

    var isEmpty: Bool { wishes.isEmpty }

    /// Adds a rule. `make` receives its position.
    func add(_ make: (Int) -> Wishes) { wishes.append(make(takeOrder())) }

    /// Adds a rule for a property. `wish` returns the work for a value.
    func follow<StateType: State, Value: Equatable & Sendable>(
        _ member: KeyPath<StateType, Value> & Sendable, at path: StatePath<StateType>,
        wish: @escaping (Value) -> WishedWork.Wish?
    ) {
        let key = MemberKey(path: path.key, member: member)
        let values = wishesOfMembers[key] as? ValueWishes<Value> ?? ValueWishes(path.source(of: member))
        values.add(WishedWork(takeOrder()), wish)
        guard wishesOfMembers.updateValue(values, forKey: key) == nil else { return }
        wishes.append(values)
    }

    private func takeOrder() -> Int {
        defer { if !isNested { next += 1 } }
        return next
    }

    /// Reads the state, and appends the work whose wish has changed.
    func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) {
        for wish in wishes { wish.look(at: whole, &changed) }
    }

    /// Ends all wishes, because the state no longer exists.
    func forget(_ changed: inout [WishedWork]) { for wish in wishes { wish.forget(&changed) } }

    /// Whether no command of the list runs or finishes.
    var isIdle: Bool { wishes.allSatisfy(\.isIdle) }
}

/// The work of one rule for one key: the command that the state wishes, and the commands that run.
final class WishedWork {
    /// Makes the wished command.
    typealias Wish = (borrowing WholeState, Mailbox) -> WishedCommand

    /// The position of the rule in the list of the core.
    let order: Int
    var wish: Wish?
    /// The command for the wish. It may have ended.
    var running: CommandHandle?
    /// A command that ended its own wish, until a later one starts.
    var finishing: CommandHandle?

    init(_ order: Int, _ wish: Wish? = nil) {
        self.order = order
        self.wish = wish
    }

    /// Whether nothing is wished, runs or finishes.
    var isIdle: Bool { wish == nil && running == nil && finishing?.state.hasEnded != false }
}

/// A command that a rule starts, and the child state in which it is launched, if that can cease to exist.
struct WishedCommand {
    let handle: CommandHandle
    let part: Part?
}
