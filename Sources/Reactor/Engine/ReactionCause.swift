/// What brings a reaction's command about: an event, and the command that fired it.
struct ReactionCause {
    /// The launch of that command.
    var launch: UInt64?
    /// The event's entry, where one is recorded.
    var entry: UInt64?
    /// How many reactions stand one behind the other that brought that command about.
    var generation = 0

    init() {}

    /// What a command fires.
    init(_ command: CommandHandle?) {
        launch = command?.run.launch
        generation = command?.run.generation ?? 0
    }

    /// What a prediction is resolved with: it is of the command that began it, whoever resolves it.
    init(_ prediction: PendingPrediction?) {
        launch = prediction?.launch
        generation = prediction?.generation ?? 0
    }
}
