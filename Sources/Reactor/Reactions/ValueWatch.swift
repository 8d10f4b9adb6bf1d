/// Follows an optional value: something runs for each, nothing for nil.
struct ValueWatch<StateType: State, Value: Equatable>: ReactionWatch {
    let value: (UnsafePointer<StateType>) -> Value?
    let launch: (Value) -> ReactionLaunch<StateType>
    private var last: Value?

    init(value: @escaping (UnsafePointer<StateType>) -> Value?, launch: @escaping (Value) -> ReactionLaunch<StateType>)
    {
        self.value = value
        self.launch = launch
    }

    mutating func begin(from state: UnsafePointer<StateType>) { last = value(state) }

    mutating func look(at state: UnsafePointer<StateType>) -> ReactionChange<StateType>? {
        let now = value(state)
        guard now != last else { return nil }
        last = now
        guard let now else { return .stop }
        return .start(launch(now))
    }
}
