/// What a reaction brought about.
enum ReactionStep {
    case launch(CommandHandle)
    case cancel(CommandHandle)
}

/// The reactions of one core, with what they follow and what runs for them.
struct ReactionTable<StateType: State> {
    private var handlers: [ObjectIdentifier: [(any Event) -> ReactionLaunch<StateType>?]] = [:]
    private var watches: [(watch: any ReactionWatch<StateType>, running: CommandHandle?)] = []

    init(_ reactions: [any Reaction<StateType>]) {
        for reaction in reactions {
            switch reaction._rule.kind {
            case .event(let type, let make): handlers[type, default: []].append(make)
            case .watch(let make): watches.append((make(), nil))
            }
        }
    }

    var isEmpty: Bool { handlers.isEmpty && watches.isEmpty }

    /// What the event, and the state after it, ask for; nil looks at the state only.
    mutating func react(to event: (any Event)?, state: UnsafePointer<StateType>, _ mailbox: Mailbox) -> [ReactionStep] {
        var steps: [ReactionStep] = []
        if let event {
            for make in handlers[ObjectIdentifier(type(of: event))] ?? [] {
                if let launch = make(event) { steps.append(.launch(ReactionTable.handle(launch, mailbox))) }
            }
        }
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
        let launcher = CommandLauncher(place: .whole, mailbox: mailbox, core: Core<StateType>.self)
        return launch.command._launch(by: launcher, launch.options ?? launch.command.options)
    }
}
