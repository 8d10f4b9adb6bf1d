// Names from other libraries that users might type. Each makes the compiler suggest the name in Reactor.

extension Core {
    @available(
        *, unavailable, renamed: "fire(event:)", message: "Events are fired: core.fire(event: Added(amount: 1))."
    )
    public nonisolated func send(_ event: some Event) { fatalError() }

    @available(
        *, unavailable, renamed: "fire(event:)", message: "Events are fired: core.fire(event: Added(amount: 1))."
    )
    public nonisolated func dispatch(_ event: some Event) { fatalError() }

    @available(
        *, unavailable,
        message: "This part is absent at times. Say what is read then: scope(to: \\.detail, default: detail)."
    )
    public nonisolated func scope<Member: State>(to member: KeyPath<StateType, Member?> & Sendable) -> Core<Member> {
        fatalError()
    }

    @available(
        *, unavailable,
        message: "Name the row, and what is read when it is absent: scope(to: \\.rows, id: row.id, default: row)."
    )
    public nonisolated func scope<ID, Row: State>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable
    ) -> Core<Row> { fatalError() }
}

extension Command {
    @available(
        *, unavailable,
        message: "A command needs its work: func execute(state: App, core: Core<App>) async throws, with these labels."
    )
    public nonisolated(nonsending) func execute(state: StateType, core: Core<StateType>) async throws { fatalError() }
}
