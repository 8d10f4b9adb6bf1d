/// One subscription: what the table offers values to. Its place among the members of its group belongs to the core's
/// executor.
class Member: @unchecked Sendable {
    // Sendable: `group`, `index` and `outlet` are touched on the core's executor alone; subclasses guard what is theirs.
    /// Not weak, which would make every retain of a group slow: a group is kept by the table while it has members, and
    /// lets each of them go, at the latest when the engine ends.
    unowned(unsafe) var group: SelectionGroup?
    var index = 0
    /// The way to the subscriber, which its other subscriptions share.
    var outlet: Outlet?
    /// Makes the group this member belongs to when there is none with the same key.
    let selection: AnySelection
    /// The subscriber it was added for, if any.
    let subscriber: ObjectIdentifier?
    let tellsCurrent: Bool

    init(selection: AnySelection, subscriber: ObjectIdentifier?, tellsCurrent: Bool) {
        self.selection = selection
        self.subscriber = subscriber
        self.tellsCurrent = tellsCurrent
    }

    /// Whether anybody is there to be told.
    var isAlive: Bool { true }

    /// Whether something was offered that is not told yet.
    var isOwed: Bool { false }

    /// No value will come any more; what waits is still told.
    func finish() {}

    /// Nothing is to be told any more, not even what waits.
    func stop() {}

    /// Announces to `countdown` what was offered and is not told yet.
    func announce(to countdown: Countdown) {}
}

/// A member that takes values of one type.
class ValueMember<Value: Sendable>: Member, @unchecked Sendable {
    // Sendable: as Member; it adds nothing.

    /// Takes a copy of a value.
    ///
    /// - Parameters:
    ///   - previous: what the group offered before, if the selection is compared.
    ///   - isEqual: the comparison, if there is one.
    /// - Returns: a pump to run, if one is needed and none is running.
    func offer(
        _ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isEqual: ((Value, Value) -> Bool)?
    ) -> (any Pump)? { nil }
}

/// Tells one subscriber what waits for it.
protocol Pump: Sendable {
    func run() async
}
