/// The executor of a core or of its commands.
public enum CoreExecutor: Sendable {
    /// Its own serial executor.
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

extension CoreExecutor {
    /// The serial executor, and the object that keeps it alive.
    func make() -> (owner: AnyObject, executor: UnownedSerialExecutor) {
        switch self {
        case .own:
            let own = OwnExecutor()
            return (own, own.unownedExecutor)
        case .main: return (MainActor.shared, MainActor.sharedUnownedExecutor)
        case .actor(let actor): return (actor, actor.unownedExecutor)
        case .serial(let serial): return (serial, serial.asUnownedSerialExecutor())
        }
    }
}

/// An actor for the sake of its executor, which is cheaper than any other.
private actor OwnExecutor {}
