/// A reaction that starts a command after each event of a type.
///
/// ```swift
/// let tracker = Core(
///     state: Tracker(),
///     reactions: {
///         On(WeightLogged.self) { event in RefreshWeights(day: event.day) }
///     })
/// ```
public struct On<Trigger: Event, Work: Command>: Reaction {
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable (Trigger) -> Work?

    /// Creates a reaction. `command` returns the command for an event, or nil to start nothing.
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

/// A reaction that runs a command while a property of the state is true. It cancels the command when other code makes
/// the property false.
///
/// ```swift
/// let tracker = Core(
///     state: Tracker(),
///     reactions: {
///         While(\.isTracking) { TrackLocation() }
///     })
/// ```
///
/// A command that makes the property false itself, with its events or with a command that it started, runs to its end.
/// If the property becomes true again in the meantime, another command starts.
///
/// - Complexity: Each event or group reads a property once, regardless of the number of reactions that follow it.
public struct While<Work: Command>: Reaction {
    private let condition: KeyPath<Work.StateType, Bool> & Sendable
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable () -> Work

    /// Creates a reaction. `command` returns the command that starts each time the condition becomes true, or if it is
    /// true at the beginning. In a core that continues a recording, the beginning starts nothing.
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

/// A reaction that runs a command for the value of an optional property, and another command when the value changes.
///
/// ```swift
/// let tracker = Core(
///     state: Tracker(),
///     reactions: {
///         For(\.openID) { id in Watch(id: id) }
///     })
/// ```
///
/// The command for the previous value is canceled if other code changed the value. A command that changed the value
/// itself, with its events or with a command that it started, runs to its end.
///
/// - Complexity: Each event or group reads a property once, regardless of the number of reactions that follow it.
public struct For<Value: Equatable & Sendable, Work: Command>: Reaction {
    private let member: KeyPath<Work.StateType, Value?> & Sendable
    private let options: CommandOptions?
    private let place: CallSite
    private let make: @Sendable (Value) -> Work

    /// Creates a reaction. `command` returns the command for each value, including the value at the beginning. In a
    /// core that continues a recording, the beginning starts nothing.
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
