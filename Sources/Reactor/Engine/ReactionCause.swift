/// The cause of a reaction's command: an event, and the command that fired it.
struct ReactionCause {
    /// The launch of that command.
    var launch: UInt64?
    /// The event's entry, where one is recorded.
    var entry: UInt64?
    /// How many reactions in a row that brought that command about.
    var cascadeDepth = 0
    /// The launches of the commands that caused it, as far as they have a condition: see ``CommandState/spares``.
    var spares: [UInt64] = []

    init() {}

    /// An event of the core itself, caused by these commands.
    init(sparing spares: [UInt64]) { self.spares = spares }

    /// The cause of an event that a command fires.
    init(_ command: CommandHandle?) {
        launch = command?.state.launch
        cascadeDepth = command?.state.cascadeDepth ?? 0
        if let command { spares = command.state.spares }
    }

    /// The cause of the events that resolve a prediction: the command that began it.
    init(_ prediction: PendingPrediction?) {
        launch = prediction?.launch
        cascadeDepth = prediction?.cascadeDepth ?? 0
        if let prediction { spares = prediction.spares }
    }
}
