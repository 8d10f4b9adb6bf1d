/// The cause of a reaction's command: an event, and the command that fired it.
struct ReactionCause {
    /// The launch of the command.
    var launch: UInt64?
    /// The entry of the event, if a recorder assigns entries.
    var entry: UInt64?
    /// The number of consecutive reactions that led to the command.
    var cascadeDepth = 0
    /// The launches of the commands that caused the event, if they have a condition: see ``CommandState/spares``.
    var spares: [UInt64] = []

    init() {}

    /// Creates the cause of an event that the core fires itself, because of these commands.
    init(sparing spares: [UInt64]) { self.spares = spares }

    /// Creates the cause of an event that a command fires.
    init(_ command: CommandHandle?) {
        launch = command?.state.launch
        cascadeDepth = command?.state.cascadeDepth ?? 0
        if let command { spares = command.state.spares }
    }

    /// Creates the cause of the events that resolve a prediction: the command that began it.
    init(_ prediction: PendingPrediction?) {
        launch = prediction?.launch
        cascadeDepth = prediction?.cascadeDepth ?? 0
        if let prediction { spares = prediction.spares }
    }
}
