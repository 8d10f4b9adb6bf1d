/// The store of one type of state.
final class TypedStore<StateType: State>: StateStore {
    private let state: UnsafeMutablePointer<StateType>
    private let middlewares: [any Middleware<StateType>]
    private var reactions: ReactionTable<StateType>

    init(state: StateType, middlewares: [any Middleware<StateType>], reactions: [any Reaction<StateType>]) {
        // Memory of its own: the state can be changed in place while a middleware, further up the stack, has been lent it,
        // and selections can be read at their distance from its start.
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        self.middlewares = middlewares
        self.reactions = ReactionTable(reactions)
        super.init(
            memory: UnsafeMutableRawPointer(self.state), hasMiddleware: !middlewares.isEmpty,
            hasReactions: !reactions.isEmpty)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    override func apply(_ events: UnsafeMutableBufferPointer<any Event>) {
        guard var next = events.baseAddress else { return }
        let end = next + events.count
        while next < end {
            apply(next.move())
            next += 1
        }
    }

    @inline(__always)
    override func apply(_ event: any Event) {
        Breadcrumb.leave(event)
        state.pointee.react(to: event)
    }

    override func intercept(_ event: any Event) -> (any Event)? {
        var event = event
        for middleware in middlewares {
            guard let next = middleware.intercept(event: event, state: state.pointee) else { return nil }
            event = next
        }
        return event
    }

    override func process(_ event: any Event) {
        for middleware in middlewares { middleware.process(event: event, state: state.pointee) }
    }

    override func react(to event: (any Event)?, _ mailbox: Mailbox) -> [ReactionStep] {
        reactions.react(to: event, state: UnsafePointer(state), mailbox)
    }
}
