import Foundation
import ReactorRecording

/// A program that speaks the protocol: a line of JSON in, a line of JSON out.
///
/// It belongs to one task, of a process that ignores SIGPIPE. It is started with the first message, and ended when this is released.
package final class ProgramClient: Client {
    private let command: String
    private let limit: Duration
    private var running: Running?

    private struct Running {
        let process: ChildProcess
        var lines: LineReader
    }

    /// - Parameters:
    ///   - command: The command line for the shell.
    ///   - limit: The maximum time until a reply.
    package init(command: String, limit: Duration) {
        self.command = command
        self.limit = limit
    }

    deinit { stop() }

    package func take(_ message: Message, turns: Int?) throws -> Reply {
        if running == nil { try start() }
        do {
            try running?.process.input.write(
                contentsOf: Data(message.json(turns: turns).compact.utf8) + [UInt8(ascii: "\n")])
        } catch {
            throw ended()
        }
        let line: [UInt8]
        switch try running?.lines.next(within: limit) {
        case .line(let bytes): line = bytes
        case .end, nil: throw ended()
        case .nothing:
            stop()
            throw FormatError("the client has not answered for \(limit); --timeout gives it longer")
        case .tooLong:
            stop()
            throw FormatError("the client's answer is longer than \(LineReader.longest) bytes")
        }
        let excerpt = TerminalText.escaped(String(decoding: line, as: UTF8.self), limit: 120)
        do {
            return try Reply(JSON(parsing: line))
        } catch {
            // The bytes after a line that is not a reply belong to no message.
            stop()
            throw FormatError("the client's answer is not understood: \(error): \(excerpt)")
        }
    }

    private func start() throws {
        let process = try ChildProcess(command: command)
        running = Running(process: process, lines: LineReader(descriptor: process.output.fileDescriptor))
    }

    /// The reason for which the client does not reply any more.
    private func ended() -> FormatError {
        guard let running else { return FormatError("the client has ended") }
        self.running = nil
        switch running.process.ended() {
        case .code(let code): return FormatError("the client has ended with code \(code) instead of answering")
        case .signal(let signal): return FormatError("the client has died of signal \(signal) instead of answering")
        }
    }

    private func stop() {
        guard let running else { return }
        self.running = nil
        running.process.stop()
    }
}
