import Foundation

/// A shell that runs a command line, with pipes for its input and its output.
struct ChildProcess {
    enum End: Hashable, Sendable {
        case code(Int32)
        case signal(Int32)
    }

    private let id: pid_t
    let input: FileHandle
    let output: FileHandle

    /// Starts it in a separate process group, so that ``stop()`` ends the processes that it has started, too.
    init(command: String) throws(FormatError) {
        let (toChild, fromChild) = (Pipe(), Pipe())
        (input, output) = (toChild.fileHandleForWriting, fromChild.fileHandleForReading)
        for file in [input, output] { _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC) }
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
        for (standard, file) in [toChild.fileHandleForReading, fromChild.fileHandleForWriting].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(standard))
            posix_spawn_file_actions_addclose(&actions, file.fileDescriptor)
        }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        let words = ["sh", "-c", command]
        let arguments = words.map { strdup($0) } + [nil]
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, "sh", &actions, &attributes, arguments, variables)
        self.id = id
        try? toChild.fileHandleForReading.close()
        try? fromChild.fileHandleForWriting.close()
        guard code == 0 else { throw FormatError("the client does not start: \(String(cString: strerror(code)))") }
    }

    /// Waits until it has ended. Call it, or ``stop()``, once.
    func ended() -> End {
        try? input.close()
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
    }

    func stop() {
        kill(-id, SIGKILL)
        _ = ended()
    }
}
