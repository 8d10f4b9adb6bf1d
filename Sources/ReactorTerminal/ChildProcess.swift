import ReactorPlatform
import ReactorFoundation

/// A process that this one has started.
package struct ChildProcess {
    /// The end of the process.
    package enum End: Hashable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    /// The error of a process that the system did not start.
    package struct NotStarted: Error {
        /// The system's error code.
        package let code: Int32

        /// The system's description of the error.
        package var reason: String { String(cString: strerror(code)) }
    }

    private let id: pid_t

    /// Starts a program in its own process group: Ctrl-C ends only this process, and ``stop()`` also ends the processes that the
    /// program has started. Its standard streams are the given descriptors, or those of this process.
    ///
    /// - Parameters:
    ///   - words: The program, which is searched as in a shell, and its arguments.
    ///   - environment: Variables as `NAME=value`, by default those of this process.
    package init(
        _ words: [String], environment: [String]? = nil, input: Int32? = nil, output: Int32? = nil,
        errors: Int32? = nil
    ) throws(NotStarted) {
        id = try Self.spawned(words, environment ?? Self.environment, streams: [input, output, errors])
    }

    /// Starts a program.
    ///
    /// - Returns: The id of its process.
    private static func spawned(
        _ words: [String], _ environment: [String], streams: [Int32?]
    ) throws(NotStarted) -> pid_t {
        #if os(tvOS) || os(watchOS)
            // An app on these systems cannot start a program.
            throw NotStarted(code: ENOTSUP)
        #else
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
                var attributes: posix_spawnattr_t?
            #else
                var actions = posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            posix_spawn_file_actions_init(&actions)
            posix_spawnattr_init(&attributes)
            defer {
                posix_spawn_file_actions_destroy(&actions)
                posix_spawnattr_destroy(&attributes)
            }
            for (standard, given) in streams.enumerated() {
                if let given { posix_spawn_file_actions_adddup2(&actions, given, Int32(standard)) }
            }
            for given in Set(streams.compactMap(\.self)) where given > 2 {
                posix_spawn_file_actions_addclose(&actions, given)
            }
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
            posix_spawnattr_setpgroup(&attributes, 0)
            let arguments = words.map { strdup($0) } + [nil]
            let variables = environment.map { strdup($0) } + [nil]
            defer { for pointer in arguments + variables { free(pointer) } }
            var id: pid_t = 0
            let code = posix_spawnp(&id, words[0], &actions, &attributes, arguments, variables)
            guard code == 0 else { throw NotStarted(code: code) }
            return id
        #endif
    }

    /// Waits for the end of the process. Call it, or ``stop()``, once.
    package func ended() -> End {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
    }

    /// Ends the process.
    package func stop() {
        kill(-id, SIGKILL)
        _ = ended()
    }

    /// The variables of this process as `NAME=value`, in no particular order.
    package static var environment: [String] {
        ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    }
}
