/// Starts a command after each event of a type.
public struct On<Trigger: Event, Work: Command>: Reaction {
    public typealias StateType = Work.StateType

    private let options: CommandOptions?
    private let make: @Sendable (Trigger) -> Work?

    /// Starts what `command` makes of the event; nil starts nothing.
    public init(
        _ trigger: Trigger.Type, options: CommandOptions? = nil, command: @escaping @Sendable (Trigger) -> Work?
    ) {
        self.options = options
        make = command
    }

    public var _rule: ReactionRule<Work.StateType> {
        ReactionRule(
            occasion: .event(ObjectIdentifier(Trigger.self)) { [make, options] event in
                guard let event = event.as(Trigger.self), let command = make(event) else { return nil }
                return ReactionLaunch(command: command, options: options)
            })
    }
}
