import ReactorPlatform
import ReactorRecording
import ReactorTerminal

/// How a worker is started: a program and its arguments, up to the word `check`.
package struct WorkerCommand: Hashable, Sendable {
    /// The program.
    package var program: String
    /// What it is called with.
    package var arguments: [String]

    /// A program with these arguments.
    package init(_ program: String, _ arguments: [String] = []) {
        self.program = program
        self.arguments = arguments
    }
}

/// A worker in a process of its own, which may die and is started again when it is asked the next time.
///
/// It belongs to one thread. When it is released its process is ended.
final class WorkerProcess {
    /// What a worker says.
    enum Answer {
        case line([UInt8])
        /// It died of this signal, or ended with a code, while it had this in hand.
        case died(signal: Int32, EventNote.Content)
        /// It was at one event for longer than it may, and was ended.
        case hung(EventNote.Content)
        case ended(code: Int32)
    }

    private let command: WorkerCommand
    private let notePath: String
    /// What it is at.
    let note: EventNote
    private var process: ChildProcess?
    private var input: Int32 = -1
    private var lines = LineSource { _ in 0 }
    /// Where its answers come from, -1 while it does not run.
    private(set) var output: Int32 = -1
    /// So long may it be at one event.
    var limit: Duration
    private var asked = ContinuousClock.now
    /// Where it was seen last, and since when.
    private var seen: (progress: [UInt64], since: ContinuousClock.Instant)

    /// How long a look for an answer, and for somebody who has cancelled, waits.
    static let look: Int32 = 100
    private static let limitOfBeginning = Duration.seconds(30)

    /// - Parameters:
    ///   - folder: where its note is kept.
    ///   - limit: so long may it be at one event.
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

    /// Asks it about a recording that it reads itself.
    func ask(_ request: JSON) throws(MinimiseError) { try send(request.bytes() + [UInt8(ascii: "\n")]) }

    /// Asks it about a recording in memory.
    func ask(_ path: String, _ bytes: [UInt8]) throws(MinimiseError) { try ask(["path": .string(path)], bytes) }

    /// Asks it about a recording in memory, in these words.
    func ask(_ request: JSON, _ bytes: [UInt8]) throws(MinimiseError) {
        var line = request
        line["bytes"] = .number(JSON.Number(bytes.count))
        try send(line.bytes() + [UInt8(ascii: "\n")] + bytes)
    }

    private func send(_ bytes: [UInt8]) throws(MinimiseError) {
        if process == nil { try start() }
        note.clear()
        asked = .now
        seen = (note.progress, asked)
        // Whether it took all of it is seen at its answer.
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = systemSend(input, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { break }
                done += count
            }
        }
    }

    /// How long it took from what it was asked to where it is.
    var timeToHere: Duration { seen.since - asked }

    /// Waits for its answer.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, with the process ended.
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

    /// Its answer, nil while it works on it.
    func answerIfAny() -> Answer? {
        var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        if poll(&polled, 1, 0) != 0, polled.revents != 0 { return taken() }
        let (now, progress) = (ContinuousClock.now, note.progress)
        if progress != seen.progress { seen = (progress, now) }
        // Before its first entry it is started, and reads.
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
        // What a program says when it dies is of no use to the reader, a thousand times.
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [ends[1], answers[1], nowhere] where descriptor >= 0 { close(descriptor) } }
        input = ends[0]
        output = answers[0]
        lines = LineSource(descriptor: output)
        do throws(ChildProcess.NotStarted) {
            // A backtrace takes seconds. In a group of its own: Ctrl-C ends this process, which ends the worker; else it would
            // be taken for a crash.
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

    /// Ends the process. It is started again when it is asked something.
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
