/// The executor of a core or of its commands.
public enum CoreExecutor: Sendable {
    /// A separate serial executor.
    case own
    /// The executor of the main actor. The core is pinned to the main thread.
    case main
    /// The executor of another actor. The core retains the actor.
    case actor(any Actor)
    /// A custom serial executor. The core retains it.
    case serial(any SerialExecutor)

    /// Whether it is the executor of the main actor.
    var isMain: Bool { actor === MainActor.shared }

    /// The actor of the executor, if it has one.
    var actor: (any Actor)? {
        switch self {
        case .own, .serial: nil
        case .main: MainActor.shared
        case .actor(let actor): actor
        }
    }
}

extension CoreExecutor {
    /// Returns the serial executor, and the object that keeps it alive.
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

/// An actor that provides its executor. No other executor is as fast.
private actor OwnExecutor {}
