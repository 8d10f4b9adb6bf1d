#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

extension Program {
    /// Runs with the arguments and streams of the process, and ends the process.
    package func main() async -> Never {
        // A write into a pipe without a reader then fails with EPIPE, and the buffers of everything else are kept.
        signal(SIGPIPE, SIG_IGN)
        let code = await run(
            Array(CommandLine.arguments.dropFirst()), output: .standardOutput(), errors: .standardError(),
            interrupt: .signal())
        exit(code.rawValue)
    }

    /// Runs and tells how it ended. Every error becomes one line on `errors`, `name: error: what was wrong`.
    ///
    /// When the reader of the output has gone (`| head`), the program ends without a message and with ``ExitCode/ok``:
    /// the reader has what it wanted, and a pipeline that checks all its parts does not fail. A verb that changes
    /// something should do so before it prints.
    ///
    /// After an interrupt the answer is always that of the interrupt, whatever the verb made of its cancellation.
    package func run(
        _ arguments: [String], output: Output, errors: Output, interrupt: Interrupt = Interrupt()
    ) async -> ExitCode {
        let outcome = await Self.outcome {
            try await perform(arguments, output: output, errors: errors, interrupt: interrupt)
        }
        // Whatever happened, what was already written is the user's.
        let flushed = await Self.outcome { try output.flush() }
        for case .failure(let error) in [outcome, flushed] {
            if error is BrokenPipe || interrupt.isRaised && error is CancellationError { continue }
            report(error, arguments: arguments, on: errors)
            if !interrupt.isRaised { return (error as? any ProgramError)?.exitCode ?? .failed }
        }
        return interrupt.exitCode ?? .ok
    }

    private func perform(
        _ arguments: [String], output: Output, errors: Output, interrupt: Interrupt
    ) async throws {
        switch try parse(arguments) {
        case .help(let verb): try output.write(help(for: verb))
        case .groupHelp(let group): try output.write(help(forVerbsIn: group))
        case .version: try output.line("\(name) \(version)")
        case .run(let verb, let arguments):
            let console = Console(arguments: arguments, output: output, errors: errors)
            let task = Task { try await verb.run(console) }
            interrupt.onRaise { task.cancel() }
            try await task.value
        }
    }

    private func report(_ error: any Error, arguments: [String], on errors: Output) {
        var message = "\(name): \(errors.screen.styled("error:", .red)) \(error)\n"
        if error is UsageError {
            var scanner = Scanner(program: self)
            try? scanner.scan(arguments)
            let verb = (scanner.verb?.name ?? scanner.group).map { " \($0)" } ?? ""
            message += "'\(name)\(verb) --help' shows how it is used.\n"
        }
        // There is nowhere left to say that standard error does not take the message.
        try? errors.write(message)
        try? errors.flush()
    }

    private static func outcome(of body: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
