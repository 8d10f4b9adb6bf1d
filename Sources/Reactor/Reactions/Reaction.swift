/// A rule that starts commands automatically: after an event, or while the state wishes it.
///
/// ```swift
/// let core = Core(
///     state: Tracker(),
///     reactions: [
///         .on(WeightLogged.self) { event in RefreshWeights(day: event.day) },
///         .while(\.isTracking) { TrackLocation() },
///         .for(\.openID) { id in Watch(id: id) },
///     ])
/// ```
///
/// The list of a core shows everything that a program starts automatically. A feature declares its own list, and the
/// list of its parent contains it with `.scope(\.search, Finder.reactions)`. Commands that a reaction starts are
/// enqueued directly after the event or group that triggered it. A replay of a recording starts no commands.
///
/// The rules `.while`, `.for` and `.forEach` are conditions. After each event or group, the core compares the work that
/// the state wishes with the work that runs, for each rule and key:
///
/// | runs | wished now | effect |
/// |---|---|---|
/// | nothing | x | x starts |
/// | x | x | nothing |
/// | x | nothing, or y; other code changed it | x is canceled, y starts |
/// | x | nothing, or y; x changed it itself | x finishes, y starts |
/// | x has returned or failed | x | nothing |
/// | x was canceled by a ``Reset`` that it did not fire | x | x starts again |
/// | x was canceled by a call of the program | x | nothing |
///
/// A command changes the wish itself with its events and predictions, or with a command that it launched. It then
/// *finishes*: its task is canceled as soon as none of its predictions is pending, and its events are accepted until its
/// body returns. So fire the event that ends the wish last.
public struct Reaction<StateType: State>: Sendable {
    let triggers: [EventRule<StateType>]
    /// Adds the conditions to the list of a feature whose state is at a path.
    let follow: @Sendable (RuleList, StatePath<StateType>) -> Void

    init(triggers: [EventRule<StateType>]) {
        self.triggers = triggers
        follow = { _, _ in }
    }

    init(
        triggers: [EventRule<StateType>] = [], follow: @escaping @Sendable (RuleList, StatePath<StateType>) -> Void
    ) {
        self.triggers = triggers
        self.follow = follow
    }

    /// Starts a command after each event of exactly this type.
    ///
    /// ```swift
    /// let rule = Reaction<Tracker>.on(WeightLogged.self) { event in RefreshWeights(day: event.day) }
    /// ```
    ///
    /// The core never cancels the command because of the state. In the list of a collection's rows, the rule starts a
    /// command in each row.
    ///
    /// - Parameters:
    ///   - trigger: The type of the event.
    ///   - options: The options that replace those of the command.
    ///   - command: A closure that returns the command for an event, or nil to start nothing.
    public static func on<Trigger: Event, Work: Command>(
        _ trigger: Trigger.Type, options: CommandOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        command: @escaping @Sendable (Trigger) -> Work?
    ) -> Reaction where Work.StateType == StateType {
        let launch = ReactionLaunch<Work>(options: options, place: CallSite(fileID, line))
        return Reaction(triggers: [
            EventRule(trigger: ObjectIdentifier(Trigger.self)) { event, path, state, mailbox in
                guard let event = event.as(Trigger.self) else { return [] }
                if let part = path.part, part.watch(state) == nil { return [] }
                guard let command = command(event) else { return [] }
                return [launch.of(command, at: path, state, mailbox)]
            }
        ])
    }

    /// Runs a command while a property is true.
    ///
    /// ```swift
    /// let rule = Reaction<Tracker>.while(\.isTracking) { TrackLocation() }
    /// ```
    ///
    /// - Parameters:
    ///   - condition: The key path of the property.
    ///   - options: The options that replace those of the command.
    ///   - command: A closure that returns the command. It is called each time the command starts.
    /// - Complexity: Each event or group reads a property once, regardless of the number of rules that follow it.
    public static func `while`<Work: Command>(
        _ condition: KeyPath<StateType, Bool> & Sendable, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable () -> Work
    ) -> Reaction where Work.StateType == StateType {
        let launch = ReactionLaunch<Work>(options: options, place: CallSite(fileID, line))
        return Reaction { list, path in
            list.follow(condition, at: path) { isMet in
                guard isMet else { return nil }
                return { launch.of(command(), at: path, $0, $1) }
            }
        }
    }

    /// Runs a command for the value of an optional property, and another command when the value changes.
    ///
    /// ```swift
    /// let rule = Reaction<Tracker>.for(\.openID) { id in Watch(id: id) }
    /// ```
    ///
    /// - Parameters:
    ///   - member: The key path of the property.
    ///   - options: The options that replace those of the command.
    ///   - command: A closure that returns the command for a value.
    /// - Complexity: Each event or group reads a property once, regardless of the number of rules that follow it.
    public static func `for`<Value: Equatable & Sendable, Work: Command>(
        _ member: KeyPath<StateType, Value?> & Sendable, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable (Value) -> Work
    ) -> Reaction where Work.StateType == StateType {
        let launch = ReactionLaunch<Work>(options: options, place: CallSite(fileID, line))
        return Reaction { list, path in
            list.follow(member, at: path) { value in
                guard let value else { return nil }
                return { launch.of(command(value), at: path, $0, $1) }
            }
        }
    }

    /// Runs one command for each row of a collection.
    ///
    /// ```swift
    /// let rule = Reaction<Shop>.forEach(\.quotes) { id in WatchQuote(id: id) }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The key path of the rows.
    ///   - options: The options that replace those of the command.
    ///   - command: A closure that returns the command for the id of a row.
    /// - Complexity: O(inserted and removed rows) for an event or group.
    public static func forEach<ID, Row: Sendable, Work: Command>(
        _ rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable (ID) -> Work
    ) -> Reaction where Work.StateType == StateType {
        let launch = ReactionLaunch<Work>(options: options, place: CallSite(fileID, line))
        return Reaction { list, path in
            list.add { order in
                RowWishes(path.source(of: rows)) { id in
                    WishedWork(order) { launch.of(command(id), at: path, $0, $1) }
                }
            }
        }
    }

    /// Runs one command for each id of an array or a set.
    ///
    /// ```swift
    /// let rule = Reaction<Shop>.forEach(\.watchedIDs) { id in WatchQuote(id: id) }
    /// ```
    ///
    /// - Parameters:
    ///   - ids: The key path of the ids. An id that the collection contains twice counts once.
    ///   - options: The options that replace those of the command.
    ///   - command: A closure that returns the command for an id.
    /// - Complexity: One comparison of the collection for an event or group, and O(ids) if it has changed.
    public static func forEach<IDs: Collection & Equatable & Sendable, Work: Command>(
        _ ids: KeyPath<StateType, IDs> & Sendable, options: CommandOptions? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, command: @escaping @Sendable (IDs.Element) -> Work
    ) -> Reaction where Work.StateType == StateType, IDs.Element: Hashable & Sendable {
        let launch = ReactionLaunch<Work>(options: options, place: CallSite(fileID, line))
        return Reaction { list, path in
            list.add { order in
                IDWishes(path.source(of: ids)) { id in
                    WishedWork(order) { launch.of(command(id), at: path, $0, $1) }
                }
            }
        }
    }
}

/// A rule that starts commands after an event.
struct EventRule<StateType: State>: Sendable {
    let trigger: ObjectIdentifier
    /// Returns the commands for an event, and for the state at a path.
    let launches: @Sendable (any Event, StatePath<StateType>, borrowing WholeState, Mailbox) -> [WishedCommand]
}

/// The parts of a rule that are the same for each command that it starts.
private struct ReactionLaunch<Work: Command>: Sendable {
    /// The options that replace those of the command; nil keeps the command's options.
    let options: CommandOptions?
    /// The place at which the reaction was declared.
    let place: CallSite

    /// Makes the handle of a command in the state at a path, which exists.
    func of(_ command: Work, at path: StatePath<Work.StateType>, _ state: borrowing WholeState, _ mailbox: Mailbox)
        -> WishedCommand
    {
        let path = path.part == nil ? path : path.defaultingToValue(in: state)
        let launcher = _CommandLauncher(path: path, mailbox: mailbox, core: Core<Work.StateType>.self)
        let handle = command._launch(by: launcher, options ?? command.options)
        handle.state.place = place
        return WishedCommand(handle: handle, part: path.part)
    }
}

extension RuleList {
    /// Creates the list of the conditions among reactions of a feature whose state is at a path.
    convenience init<StateType: State>(
        _ reactions: [Reaction<StateType>], at path: StatePath<StateType>, order: Int? = nil
    ) {
        self.init(order: order)
        for reaction in reactions { reaction.follow(self, path) }
    }
}

extension WorkTable {
    /// Creates the table for the reactions of a core.
    init<StateType: State>(_ reactions: [Reaction<StateType>]) {
        var triggers: [ObjectIdentifier: [Trigger]] = [:]
        for rule in reactions.flatMap(\.triggers) {
            triggers[rule.trigger, default: []].append { rule.launches($0, .whole, $1, $2) }
        }
        self.init(RuleList(reactions, at: .whole), triggers: triggers)
    }
}
