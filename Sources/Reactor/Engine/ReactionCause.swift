/// What brings a reaction's command about: an event, and the command that fired it.
struct ReactionCause {
    /// The launch of that command.
    var launch: UInt64?
    /// The event's entry, where one is recorded.
    var entry: UInt64?
    /// How many reactions stand one behind the other that brought that command about.
    var generation = 0
}
