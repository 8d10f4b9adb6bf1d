/// Where a command was launched: commands with equal ids in two parts of a state do not meet.
struct CommandPlace: Hashable, Sendable {
    private let place: PlaceKey
    /// A part and the first of its own members have one distance; their types tell them apart.
    private let state: ObjectIdentifier

    init<StateType>(_ place: Place<StateType>) {
        self.place = place.key
        state = ObjectIdentifier(StateType.self)
    }
}
