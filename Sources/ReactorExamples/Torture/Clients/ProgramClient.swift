import ReactorJSON
import ReactorPlatform
import ReactorTerminal

/// A program that speaks the protocol: a line of JSON in, a line of JSON out.
///
/// It belongs to one task, of a process that ignores SIGPIPE. It is started with the first message, and ended when this is released.
package final class ProgramClient: Client {
    private let command: String
    private let limit: Duration
    private var process: ChildProcess?
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var lines = LineReader(descriptor: -1)

    /// - Parameters:
    ///   - command: what the shell is given.
    ///   - limit: how long an answer may take.
    package init(command: String, limit: Duration) {
        self.command = command
        self.limit = limit
    }

    deinit { stop() }

    package func take(_ message: Message, turns: Int?) throws -> Reply {
        if process == nil { try start() }
        do {
            try DescriptorSink(descriptor: input, name: "the client")
                .write(message.json(turns: turns).bytes() + [UInt8(ascii: "\n")])
        } catch is BrokenPipe {
            throw ended()
        }
        let line: [UInt8]
        switch try lines.next(within: limit) {
        case .line(let bytes): line = bytes
        case .end: throw ended()
        case .nothing:
            stop()
            throw FormatError("the client has not answered for \(limit); --timeout gives it longer")
        case .tooLong:
            stop()
            throw FormatError("the client's answer is longer than \(LineReader.longest.grouped) bytes")
        }
        let excerpt = TerminalText.escaped(String(decoding: line, as: UTF8.self), limit: 120)
        do {
            return try Reply(JSON(parsing: line))
        } catch {
            // What comes behind it answers to nothing.
            stop()
            throw FormatError("the client's answer is not understood: \(error): \(excerpt)")
        }
    }

    private func start() throws {
        var toClient: [Int32] = [-1, -1]
        var fromClient: [Int32] = [-1, -1]
        guard pipe(&toClient) == 0, pipe(&fromClient) == 0 else { throw FormatError("there is no pipe to the client") }
        for end in [toClient[1], fromClient[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { for end in [toClient[0], fromClient[1]] { close(end) } }
        (input, output) = (toClient[1], fromClient[0])
        lines = LineReader(descriptor: output)
        do throws(ChildProcess.NotStarted) {
            // In a group of its own: what the shell starts is ended with it, and Ctrl-C is ours to hand on.
            process = try ChildProcess(["sh", "-c", command], input: toClient[0], output: fromClient[1])
        } catch {
            closeDescriptors()
            throw FormatError("the client does not start: \(error.reason)")
        }
    }

    /// Why it says nothing any more.
    private func ended() -> FormatError {
        guard let process else { return FormatError("the client has ended") }
        closeDescriptors()
        self.process = nil
        switch process.ended() {
        case .code(let code): return FormatError("the client has ended with code \(code) instead of answering")
        case .signal(let signal): return FormatError("the client has died of signal \(signal) instead of answering")
        }
    }

    private func stop() {
        closeDescriptors()
        guard let process else { return }
        self.process = nil
        process.stop()
    }

    private func closeDescriptors() {
        for end in [input, output] where end >= 0 { close(end) }
        (input, output) = (-1, -1)
    }
}
