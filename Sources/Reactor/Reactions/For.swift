/// Runs a command for the value of an optional property, and again when it has changed.
public struct For<Value: Equatable & Sendable, Work: Command>: Reaction {
    public typealias StateType = Work.StateType

    private let member: KeyPath<Work.StateType, Value?> & Sendable
    private let options: CommandOptions?
    private let make: @Sendable (Value) -> Work

    /// Runs what `command` makes of each value, the one at the beginning included; cancels it when the value changes or
    /// is nil. In a core that goes on from a recording the value at the beginning starts nothing.
    public init(
        _ member: KeyPath<Work.StateType, Value?> & Sendable, options: CommandOptions? = nil,
        command: @escaping @Sendable (Value) -> Work
    ) {
        self.member = member
        self.options = options
        make = command
    }

    public var _rule: ReactionRule<Work.StateType> {
        ReactionRule(
            occasion: .watch { [member, options, make] in
                ValueWatch(value: { $0[keyPath: member] }) { value in
                    ReactionLaunch(command: make(value), options: options)
                }
            })
    }
}
