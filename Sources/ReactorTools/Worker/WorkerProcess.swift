import ReactorPlatform
import ReactorRecording
import ReactorTerminal

/// The command that starts a worker: a program and its arguments, up to the word `check`.
package struct WorkerCommand: Hashable, Sendable {
    package var program: String
    package var arguments: [String]

    package init(_ program: String, _ arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }
}

/// A worker in another process, which can crash and is restarted at the next request.
///
/// Only one thread may use it. Releasing it ends the process.
final class WorkerProcess {
    /// The response of a worker.
    enum Answer {
        case line([UInt8])
        /// It crashed with this signal during this work.
        case died(signal: Int32, NotedEvent)
        /// It exceeded the time for one event, and was ended.
        case hung(NotedEvent)
        case ended(code: Int32)
    }

    private let command: WorkerCommand
    private let notePath: String
    let note: EventNote
    private var process: ChildProcess?
    private var input: Int32 = -1
    private var lines = LineSource { _ in 0 }
    /// The descriptor of the responses, or -1 if it does not run.
    private(set) var output: Int32 = -1
    /// The time for one event.
    var limit: Duration
    private var asked = ContinuousClock.now
    /// The last progress, and its time.
    private var seen: (progress: [UInt64], since: ContinuousClock.Instant)

    /// The time between two checks for a response and for a cancellation.
    static let look: Int32 = 100
    private static let limitOfBeginning = Duration.seconds(30)

    /// - Parameters:
    ///   - folder: The folder for its note.
    ///   - limit: The time for one event.
    init(_ command: WorkerCommand, notes folder: String, limit: Duration) throws(MinimiseError) {
        self.command = command
        self.limit = limit
        (note, notePath) = try EventNote.new(in: folder)
        seen = (note.progress, asked)
    }

    deinit {
        stop()
        unlink(notePath)
    }

    /// Sends a recording.
    func ask(_ recording: [UInt8]) throws(MinimiseError) {
        try send(Array("\(recording.count)\n".utf8) + recording)
    }

    /// Sends bytes, and starts the process if it does not run.
    func send(_ bytes: [UInt8]) throws(MinimiseError) {
        if process == nil { try start() }
        note.clear()
        asked = .now
        seen = (note.progress, asked)
        // An incomplete write is detected at the response.
        writeAll(bytes, to: input, systemSend)
    }

    /// The time from the request to the last progress.
    var timeToHere: Duration { seen.since - asked }

    /// Waits for the response.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The process is then ended.
    func answer() throws -> Answer {
        while true {
            var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            _ = poll(&polled, 1, Self.look)
            if let answer = answerIfAny() { return answer }
            if Task.isCancelled {
                stop()
                throw CancellationError()
            }
        }
    }

    /// Returns the response, or nil while the worker is busy.
    func answerIfAny() -> Answer? {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        if poll(&polled, 1, 0) != 0, polled.revents != 0 { return taken() }
        let (now, progress) = (ContinuousClock.now, note.progress)
        if progress != seen.progress { seen = (progress, now) }
        // Before its first entry the worker starts and reads.
        guard now - seen.since > (progress[0] == 0 ? max(limit, Self.limitOfBeginning) : limit) else { return nil }
        let content = note.content
        stop()
        return .hung(content)
    }

    private func taken() -> Answer {
        if let line = lines.wholeLine() { return .line(line) }
        guard let process else { return .ended(code: 0) }
        let end = process.ended()
        self.process = nil
        closeDescriptors()
        switch end {
        case .code(let code): return .ended(code: code)
        case .signal(let signal): return .died(signal: signal, note.content)
        }
    }

    private func start() throws(MinimiseError) {
        var ends: [Int32] = [-1, -1]
        var answers: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, streamSocket, 0, &ends) == 0, pipe(&answers) == 0 else {
            throw .worker(program: command.program, reason: "There is no pipe to it (error \(errno)).")
        }
        for descriptor in [ends[0], answers[0]] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var isQuiet: Int32 = 1
            _ = setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
        // The messages of a crashing program are useless to the user.
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [ends[1], answers[1], nowhere] where descriptor >= 0 { close(descriptor) } }
        input = ends[0]
        output = answers[0]
        lines = LineSource(descriptor: output)
        do throws(ChildProcess.NotStarted) {
            // A backtrace takes seconds. In its own process group, so that Ctrl-C ends only this process, which then ends the
            // worker. Otherwise the interrupt would count as a crash.
            process = try ChildProcess(
                [command.program] + command.arguments,
                environment: ChildProcess.environment.filter {
                    !$0.hasPrefix("SWIFT_BACKTRACE=") && !$0.hasPrefix("\(WorkerLine.note)=")
                } + ["SWIFT_BACKTRACE=enable=no", "\(WorkerLine.note)=\(notePath)"],
                input: ends[1], output: answers[1], errors: nowhere < 0 ? nil : nowhere)
        } catch {
            closeDescriptors()
            throw .worker(program: command.program, reason: "It does not start: \(error.reason).")
        }
    }

    /// Ends the process. The next request starts it again.
    func stop() {
        guard let process else { return }
        closeDescriptors()
        process.stop()
        self.process = nil
    }

    private func closeDescriptors() {
        if input >= 0 { close(input) }
        if output >= 0 { close(output) }
        (input, output) = (-1, -1)
        lines = LineSource { _ in 0 }
    }
}

private let systemSend: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { descriptor, bytes, count in
    #if canImport(Darwin)
        send(descriptor, bytes, count, 0)
    #else
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}

#if canImport(Glibc)
    private var streamSocket: Int32 { Int32(SOCK_STREAM.rawValue) }
#else
    private var streamSocket: Int32 { SOCK_STREAM }
#endif
