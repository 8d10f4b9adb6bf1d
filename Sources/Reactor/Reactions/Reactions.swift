/// Starts a command after each event of a type.
public struct On<Trigger: Event, Work: Command>: Reaction {
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable (Trigger) -> Work?

    /// Starts what `command` makes of the event; nil starts nothing.
    public init(
        _ trigger: Trigger.Type, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable (Trigger) -> Work?
    ) {
        self.options = options
        place = CallSite(fileID, line)
        make = command
    }

    public var _rule: ReactionRule<Work.StateType> {
        ReactionRule(
            occasion: .event(ObjectIdentifier(Trigger.self)) { [make, options, place] event in
                guard let event = event.as(Trigger.self), let command = make(event) else { return nil }
                return ReactionLaunch(command: command, options: options, place: place)
            })
    }
}

/// Runs a command while a member of the state is true, and cancels it when it is false.
public struct While<Work: Command>: Reaction {
    private let condition: KeyPath<Work.StateType, Bool> & Sendable
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable () -> Work

    /// Runs what `command` makes each time the condition becomes true, the beginning included. In a core that goes on from
    /// a recording the beginning starts nothing.
    public init(
        _ condition: KeyPath<Work.StateType, Bool> & Sendable, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable () -> Work
    ) {
        self.condition = condition
        self.options = options
        place = CallSite(fileID, line)
        make = command
    }

    public var _rule: ReactionRule<Work.StateType> {
        ReactionRule(
            occasion: .watch { [condition, options, make, place] in
                ValueWatch(value: { $0[keyPath: condition] ? true : nil }) { _ in
                    ReactionLaunch(command: make(), options: options, place: place)
                }
            })
    }
}

/// Follows an optional value: something runs for each, nothing for nil.
struct ValueWatch<StateType: State, Value: Equatable>: ReactionWatch {
    let value: (StateType) -> Value?
    let launch: (Value) -> ReactionLaunch<StateType>
    private var last: Value?

    init(value: @escaping (StateType) -> Value?, launch: @escaping (Value) -> ReactionLaunch<StateType>) {
        self.value = value
        self.launch = launch
    }

    mutating func begin(from state: StateType) { last = value(state) }

    mutating func look(at state: StateType) -> ReactionChange<StateType>? {
        let now = value(state)
        guard now != last else { return nil }
        last = now
        guard let now else { return .stop }
        return .start(launch(now))
    }
}

/// Runs a command for the value of an optional property, and again when it has changed.
public struct For<Value: Equatable & Sendable, Work: Command>: Reaction {
    private let member: KeyPath<Work.StateType, Value?> & Sendable
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable (Value) -> Work

    /// Runs what `command` makes of each value, the one at the beginning included; cancels it when the value changes or
    /// is nil. In a core that goes on from a recording the value at the beginning starts nothing.
    public init(
        _ member: KeyPath<Work.StateType, Value?> & Sendable, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable (Value) -> Work
    ) {
        self.member = member
        self.options = options
        place = CallSite(fileID, line)
        make = command
    }

    public var _rule: ReactionRule<Work.StateType> {
        ReactionRule(
            occasion: .watch { [member, options, make, place] in
                ValueWatch(value: { $0[keyPath: member] }) { value in
                    ReactionLaunch(command: make(value), options: options, place: place)
                }
            })
    }
}
