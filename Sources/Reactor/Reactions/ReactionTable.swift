/// The reactions of one core, with what they follow and what runs for them.
struct ReactionTable<StateType: State> {
    private var handlers: [ObjectIdentifier: [(any Event) -> ReactionLaunch<StateType>?]] = [:]
    private var watches: [(watch: any ReactionWatch<StateType>, running: CommandHandle?)] = []

    init(_ reactions: [any Reaction<StateType>]) {
        for reaction in reactions {
            switch reaction._rule.occasion {
            case .event(let type, let make): handlers[type, default: []].append(make)
            case .watch(let make): watches.append((make(), nil))
            }
        }
    }

    var isEmpty: Bool { handlers.isEmpty && watches.isEmpty }

    /// Whether some follow the state.
    var followsState: Bool { !watches.isEmpty }

    /// Whether something was started for what is followed, and is to be cancelled when that changes.
    var isRunning: Bool { watches.contains { $0.running != nil } }

    /// Takes this state for the one that was looked at last.
    mutating func begin(from state: StateType) {
        for index in watches.indices { watches[index].watch.begin(from: state) }
    }

    /// The steps that rules for this type of event ask for.
    func react(to event: any Event, _ mailbox: Mailbox) -> [ReactionStep] {
        guard let handlers = handlers[ObjectIdentifier(type(of: event))] else { return [] }
        return handlers.compactMap { make in
            make(event).map { ReactionStep.launch(ReactionTable.handle($0, mailbox)) }
        }
    }

    /// The steps that rules which follow the state ask for now.
    mutating func follow(_ state: StateType, _ mailbox: Mailbox) -> [ReactionStep] {
        var steps: [ReactionStep] = []
        for index in watches.indices {
            guard let change = watches[index].watch.look(at: state) else { continue }
            if let running = watches[index].running { steps.append(.cancel(running)) }
            watches[index].running = nil
            if case .start(let launch) = change {
                let handle = ReactionTable.handle(launch, mailbox)
                watches[index].running = handle
                steps.append(.launch(handle))
            }
        }
        return steps
    }

    private static func handle(_ launch: ReactionLaunch<StateType>, _ mailbox: Mailbox) -> CommandHandle {
        let launcher = CommandLauncher(path: .whole, mailbox: mailbox, core: Core<StateType>.self)
        let handle = launch.command._launch(by: launcher, launch.options ?? launch.command.options)
        handle.place = launch.place
        return handle
    }
}
