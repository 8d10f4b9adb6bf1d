import Reactor
import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A core over the user's folder, with the log in it: what every verb works through.
struct Session {
    enum Access {
        /// Reading needs no turn: a data file is replaced as a whole.
        case reading
        /// The folder is this process's until it ends.
        case changing(verb: String)
    }

    let folder: DataFolder
    private let core: Core<Weights>

    /// Opens the folder that the arguments and the environment name, and fetches the log.
    static func open(_ arguments: Arguments, for access: Access) async throws -> Session {
        let folder = try DataFolder(
            option: arguments[Declared.data], environmentValue: environmentValue, userHome: userHome)
        let lock: FolderLock? =
            switch access {
            case .reading: nil
            case .changing(let verb): try await FolderLock.acquire(folder, for: verb)
            }
        let service = EmbeddedWeightService(store: FileWeightStore(folder: folder, lock: lock))
        let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
        let session = Session(folder: folder, core: core)
        try await session.perform(GetWeightRecords(), options: GetWeightRecords.options)
        return session
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
