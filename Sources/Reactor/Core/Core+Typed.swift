// Names of other libraries, and calls that lack an argument, with messages that contain the right call.

extension Core {
    @available(
        *, unavailable, renamed: "fire(event:)", message: "Fire the event: core.fire(event: Added(amount: 1))."
    )
    public nonisolated func send(_ event: some Event) { fatalError() }

    @available(
        *, unavailable, renamed: "fire(event:)", message: "Fire the event: core.fire(event: Added(amount: 1))."
    )
    public nonisolated func dispatch(_ event: some Event) { fatalError() }

    @available(
        *, unavailable,
        message:
            "This child state is optional. Pass the state that is read while it is nil: scope(to: \\.detail, default: detail)."
    )
    public nonisolated func scope<Member: State>(to member: KeyPath<StateType, Member?> & Sendable) -> Core<Member> {
        fatalError()
    }

    @available(
        *, unavailable,
        message:
            "Pass the id of the row, and the state that is read while the row does not exist: scope(to: \\.rows, id: row.id, default: row)."
    )
    public nonisolated func scope<ID, Row: State>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable
    ) -> Core<Row> { fatalError() }
}

extension Command {
    @available(
        *, unavailable,
        message:
            "A command needs this function, with these labels: func execute(state: App, core: Core<App>) async throws."
    )
    public nonisolated(nonsending) func execute(state: StateType, core: Core<StateType>) async throws { fatalError() }
}
