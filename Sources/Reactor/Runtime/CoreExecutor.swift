/// Where a core runs, or its commands.
public enum CoreExecutor: Sendable {
    /// A serial executor of its own.
    case own
    /// The main actor's: the core is pinned to the main thread.
    case main
    /// Another actor's; the core keeps the actor alive.
    case actor(any Actor)
    /// Another serial executor; the core keeps it alive.
    case serial(any SerialExecutor)

    /// The actor that it belongs to, where there is one to know it by.
    var actor: (any Actor)? {
        switch self {
        case .own, .serial: nil
        case .main: MainActor.shared
        case .actor(let actor): actor
        }
    }
}

/// A serial executor, and what keeps it alive.
struct ChosenExecutor {
    private let owner: AnyObject
    let executor: UnownedSerialExecutor

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
}

/// An actor for the sake of its executor, which is cheaper than any other.
private actor OwnExecutor {}
