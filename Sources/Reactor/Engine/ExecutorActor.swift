/// A serial executor as an actor: code isolated to it runs there.
actor ExecutorActor {
    private let owner: AnyObject
    nonisolated let executor: UnownedSerialExecutor
    /// Whether a command is in the part of it that runs before the next is started.
    var isStarting = false
    /// Commands that are started one after the other right now.
    var starting: ArraySlice<CommandHandle> = []

    init(_ choice: CoreExecutor) {
        switch choice {
        case .own:
            let own = OwnExecutor()
            owner = own
            executor = own.unownedExecutor
        case .main:
            owner = MainActor.shared
            executor = MainActor.sharedUnownedExecutor
        case .actor(let actor):
            owner = actor
            executor = actor.unownedExecutor
        case .serial(let serial):
            owner = serial
            executor = serial.asUnownedSerialExecutor()
        }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor }
}

/// An actor for the sake of its executor, which is cheaper than any other.
private actor OwnExecutor {}
