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

/// Runs a command while a member of the state is true, and cancels it when something else makes it false.
///
/// A command that makes it false itself, by its events or by a command that it started, runs to its end. If the member becomes
/// true again in the meantime, another command starts.
///
/// - Complexity: an event, or an atomic group, reads a member once, however many follow it.
public struct While<Work: Command>: Reaction {
    private let condition: KeyPath<Work.StateType, Bool> & Sendable
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable () -> Work

    /// Runs what `command` makes each time the condition becomes true, the beginning included. In a core that continues from
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
        ReactionRule(following: condition) { [options, make, place] isMet in
            isMet ? ReactionLaunch(command: make(), options: options, place: place) : nil
        }
    }
}

/// Runs a command for the value of an optional property, and again when it has changed.
///
/// The command for the previous value is cancelled if something else changed the value. A command that changed the value itself,
/// by its events or by a command that it started, runs to its end.
///
/// - Complexity: an event, or an atomic group, reads a property once, however many follow it.
public struct For<Value: Equatable & Sendable, Work: Command>: Reaction {
    private let member: KeyPath<Work.StateType, Value?> & Sendable
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable (Value) -> Work

    /// Runs what `command` makes of each value, the one at the beginning included; cancels it when something else than the
    /// command changes the value. In a core that continues from a recording the value at the beginning starts nothing.
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
        ReactionRule(following: member) { [options, make, place] value in
            value.map { ReactionLaunch(command: make($0), options: options, place: place) }
        }
    }
}
