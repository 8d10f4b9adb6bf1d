import ReactorPlatform

extension Program {
    /// Runs with the arguments and streams of the process, and ends the process.
    package func main() async -> Never {
        // A write to a pipe without a reader then fails with EPIPE, and all other buffers are preserved.
        signal(SIGPIPE, SIG_IGN)
        // The next opened file would otherwise get the number of a closed standard stream.
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        let (output, errors) = (Output.standardOutput(), Output.standardError())
        do throws(UsageError) {
            let arguments = try ProcessTexts.arguments()
            exit(await run(arguments, output: output, errors: errors, interrupt: .signal()).rawValue)
        } catch {
            report(error, arguments: [], on: errors)
            exit(error.exitCode.rawValue)
        }
    }

    /// Runs, and returns the exit code. Every error becomes one line on `errors`: `name: error: message`.
    ///
    /// If the reader of the output has closed the pipe (`| head`), the program ends without a message and with ``ExitCode/ok``,
    /// so that a pipeline which checks all exit codes does not fail. A subcommand that changes something should do so before it
    /// prints, and call ``Console/markChanged()`` in between. An output that cannot be written is then reported, and the exit
    /// code is still ``ExitCode/ok``.
    ///
    /// After an interrupt, the exit code is always that of the interrupt.
    package func run(
        _ arguments: [String], output: Output, errors: Output, interrupt: Interrupt = Interrupt()
    ) async -> ExitCode {
        let changed = Locked(false)
        let outcome = await Self.outcome {
            try await perform(arguments, output: output, errors: errors, interrupt: interrupt, changed: changed)
        }
        // Output that was already written is flushed in any case.
        let flushed = await Self.outcome { try output.flush() }
        for case .failure(let error) in [outcome, flushed] {
            if error is BrokenPipe || interrupt.isRaised && error is CancellationError { continue }
            if let ended = error as? Ended, !interrupt.isRaised { return ended.exitCode }
            report(error, arguments: arguments, on: errors)
            if error is OutputError, changed.withLock({ $0 }) { continue }
            if !interrupt.isRaised { return (error as? any ProgramError)?.exitCode ?? .failed }
        }
        return interrupt.exitCode ?? .ok
    }

    private func perform(
        _ arguments: [String], output: Output, errors: Output, interrupt: Interrupt, changed: Locked<Bool>
    ) async throws {
        switch try parse(arguments) {
        case .help(let verb): try output.write(help(for: verb, width: Self.helpWidth(output.screen)))
        case .groupHelp(let group):
            try output.write(help(forVerbsIn: group, width: Self.helpWidth(output.screen)))
        case .version: try output.line("\(name) \(version)")
        case .run(let verb, let arguments):
            let console = Console(arguments: arguments, output: output, errors: errors, changed: changed)
            let task = Task { try await verb.run(console) }
            interrupt.onRaise { task.cancel() }
            try await task.value
        }
    }

    /// Lines of more than eighty columns are hard to read, and windows of less than forty are rare.
    private static func helpWidth(_ screen: Screen) -> Int { min(80, max(40, screen.width)) }

    private func report(_ error: any Error, arguments: [String], on errors: Output) {
        let start = "\(name): error:"
        let text = errors.screen.fitted("\(start) \(error)\n")
        var message = "\(name): \(errors.screen.styled("error:", .red))\(text.dropFirst(start.count))"
        if error is UsageError {
            var scanner = Scanner(program: self)
            try? scanner.scan(arguments)
            let verb = onlyVerb == nil ? (scanner.verb?.name ?? scanner.group).map { " \($0)" } ?? "" : ""
            message += errors.screen.fitted("'\(name)\(verb) --help' shows how it is used.\n")
        }
        // A failure to write to standard error cannot be reported.
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
