import Reactor
import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A core over the user's folder, or over an example log, with the log in it: what every verb works through.
struct Session {
    enum Access {
        /// Reading needs no turn: a data file is replaced as a whole.
        case reading
        /// The folder is this process's until it ends.
        case changing(verb: String)
    }

    /// Where the log is, as a person is told.
    let place: String
    private let core: Core<Weights>

    /// Opens the folder that the arguments and the environment name, and fetches the log.
    static func open(_ arguments: Arguments, for access: Access) async throws -> Session {
        let (place, store) = try await openStore(arguments, for: access)
        let service = EmbeddedWeightService(store: store)
        let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
        let session = Session(place: place, core: core)
        try await session.perform(GetWeightRecords(), options: GetWeightRecords.options)
        return session
    }

    private static func openStore(
        _ arguments: Arguments, for access: Access
    ) async throws -> (place: String, store: any WeightStore) {
        if arguments.has(Declared.demoUser) {
            if arguments.has(Declared.data) {
                throw UsageError.conflict(
                    Declared.demoUser.name, Declared.data.name, reason: "the example log is in no folder")
            }
            return ("the example log", MemoryWeightStore(initial: .demoUser))
        }
        let folder = try DataFolder(
            option: arguments[Declared.data], environmentValue: environmentValue, userHome: userHome)
        let lock: FolderLock? =
            switch access {
            case .reading: nil
            case .changing(let verb): try await FolderLock.acquire(folder, for: verb)
            }
        return (folder.path, FileWeightStore(folder: folder, lock: lock))
    }

    var state: Weights { get async { await core.state } }

    /// Does the work of a command, and what that asks for in turn.
    ///
    /// - Throws: what the command throws; `CancellationError` when it was cancelled.
    func perform<Work: Command>(
        _ command: Work, options: CommandOptions = .default
    ) async throws where Work.StateType == Weights {
        let outcome = await core.fire(command: command, options: options).outcome
        await core.idle()
        switch outcome {
        case .finished: return
        case .failed(let error): throw error
        case .cancelled, .dropped: throw CancellationError()
        }
    }

    private static func environmentValue(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func userHome() -> String? {
        environmentValue("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
    }
}
