/// Where a command was launched: commands with equal ids in two parts of a state do not meet.
struct CommandPlace: Hashable, Sendable {
    let place: PlaceKey
    /// The type of the part: a part and the first of its own members have one distance.
    let state: ObjectIdentifier
}
