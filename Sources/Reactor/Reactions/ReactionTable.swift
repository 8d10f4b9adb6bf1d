/// The reactions of one core, with the properties that they follow and their running commands.
struct ReactionTable<StateType: State> {
    private var handlers: [ObjectIdentifier: [(any Event) -> ReactionLaunch<StateType>?]] = [:]
    /// The watches, one per property.
    private var watches: [ReactionWatch<StateType>] = []
    /// The rules of each watch in the order in which they were added, as indices of `running`.
    private var rulesOfWatch: [[Int]] = []
    /// The command of each rule that follows a property, in the order of the list.
    private var running: [CommandHandle?] = []

    init(_ reactions: [any Reaction<StateType>]) {
        var indexOfMember: [AnyKeyPath: Int] = [:]
        for reaction in reactions {
            switch reaction._rule.occasion {
            case .event(let type, let make): handlers[type, default: []].append(make)
            case .watch(let member, let make, let enter):
                let index = indexOfMember[member] ?? watches.count
                if index == watches.count {
                    indexOfMember[member] = index
                    watches.append(make())
                    rulesOfWatch.append([])
                }
                enter(watches[index])
                rulesOfWatch[index].append(running.count)
                running.append(nil)
            }
        }
    }

    var isEmpty: Bool { handlers.isEmpty && watches.isEmpty }

    /// Whether some reactions follow the state.
    var followsState: Bool { !watches.isEmpty }

    /// Whether a command of a rule that follows the state is running.
    var isRunning: Bool { running.contains { $0 != nil } }

    /// Reads all properties, for the next comparison.
    func begin(from state: StateType) { for watch in watches { watch.begin(from: state) } }

    /// Returns the steps of the rules for the type of an event.
    func react(to event: any Event, _ mailbox: Mailbox) -> [ReactionStep] {
        guard let handlers = handlers[ObjectIdentifier(type(of: event))] else { return [] }
        return handlers.compactMap { make in
            make(event).map { ReactionStep.launch(ReactionTable.handle($0, mailbox), isFollowed: false) }
        }
    }

    /// Whether a command is canceled when its condition ends.
    func isFollowed(_ launch: UInt64) -> Bool { running.contains { $0?.state.launch == launch } }

    /// Returns the steps of the rules whose property has changed, in the order of the list.
    ///
    /// - Parameter spares: The launches of the commands that caused the change. A command that ended its own condition
    ///   is not canceled, and no longer followed.
    /// - Complexity: O(followed properties), and O(n log n) for the n rules of properties that have changed.
    mutating func follow(_ state: StateType, _ mailbox: Mailbox, sparing spares: [UInt64]) -> [ReactionStep] {
        var changed: [(rule: Int, watch: Int, number: Int)] = []
        for watch in 0..<watches.count where watches[watch].look(at: state) {
            for (number, rule) in rulesOfWatch[watch].enumerated() { changed.append((rule, watch, number)) }
        }
        if changed.isEmpty { return [] }
        changed.sort { $0.rule < $1.rule }
        var steps: [ReactionStep] = []
        for (rule, watch, number) in changed {
            let launched = watches[watch].launch(number).map { ReactionTable.handle($0, mailbox) }
            if let running = running[rule], !spares.contains(running.state.launch) { steps.append(.cancel(running)) }
            if let launched { steps.append(.launch(launched, isFollowed: true)) }
            running[rule] = launched
        }
        return steps
    }

    private static func handle(_ launch: ReactionLaunch<StateType>, _ mailbox: Mailbox) -> CommandHandle {
        let launcher = CommandLauncher(path: .whole, mailbox: mailbox, core: Core<StateType>.self)
        let handle = launch.command._launch(by: launcher, launch.options ?? launch.command.options)
        handle.state.place = launch.place
        return handle
    }
}
