@testable import Reactor

/// A command table whose commands have names, and whose steps read as text.
struct CommandBench {
    private(set) var table = CommandTable(random: { 1 << 63 })
    private var handles: [String: NamedHandle] = [:]

    // MARK: Inputs: each returns what the table decided

    mutating func launch(_ name: String, _ options: CommandOptions = .default, by cause: String? = nil) -> [String] {
        let handle = NamedHandle(name, options)
        handles[name] = handle
        table.launch(handle, cause: cause.flatMap { handles[$0] })
        return takeSteps()
    }

    /// The body of `name` returns, or throws.
    mutating func bodyReturns(_ name: String, throwing error: (any Error)? = nil) -> [String] {
        if let handle = handles[name] { table.returned(handle, error.map { .threw($0) } ?? .returned) }
        return takeSteps()
    }

    mutating func runsOut(_ timer: (UInt64) -> CommandTimer, of name: String) -> [String] {
        if let handle = handles[name] { table.fired(timer(handle.run.launch)) }
        return takeSteps()
    }

    mutating func throttleRunsOut(_ id: CommandID) -> [String] {
        table.fired(.throttle(id))
        return takeSteps()
    }

    mutating func cancel(_ name: String) -> [String] {
        if let handle = handles[name] { table.cancel(.launch(handle)) }
        return takeSteps()
    }

    mutating func cancel(_ target: CancelTarget) -> [String] {
        table.cancel(target)
        return takeSteps()
    }

    mutating func reset(_ scope: Any.Type) -> [String] {
        table.reset(ObjectIdentifier(scope))
        return takeSteps()
    }

    mutating func close() -> [String] {
        table.close()
        return takeSteps()
    }

    func isLate(_ name: String) -> Bool? { handles[name].map { table.isLate($0) } }

    // MARK: Steps as text

    private mutating func takeSteps() -> [String] {
        var texts: [String] = []
        while let step = table.nextStep() { texts.append(text(step)) }
        return texts
    }

    private func text(_ step: CommandTable.Step) -> String {
        switch step {
        case .start(let handle): "start \(handle.commandName)"
        case .cancelBody(let handle): "cancel body of \(handle.commandName)"
        case .end(let handle, let outcome): "end \(handle.commandName): \(outcome)"
        case .fire(let ended, _): "deliver \(ended.command): \(ended.outcome)"
        case .startTimer(let timer, let duration): "\(text(timer)) in \(duration)"
        case .stopTimer(let timer): "stop \(text(timer))"
        case .report(.refused(let refusal)):
            "refuse \(refusal.type): \(refusal.reason)" + (refusal.cause.map { " by \($0.command)" } ?? "")
        case .report(.commandIgnoresCancellation(let command, _)): "report \(command): goes on"
        case .report(let report): "\(report)"
        }
    }

    private func text(_ timer: CommandTimer) -> String {
        switch timer {
        case .debounce(let launch): "debounce of \(name(launch))"
        case .timeout(let launch): "timeout of \(name(launch))"
        case .backoff(let launch): "backoff of \(name(launch))"
        case .grace(let launch): "grace of \(name(launch))"
        case .throttle(let id): "throttle of \(id)"
        }
    }

    private func name(_ launch: UInt64) -> String {
        handles.values.first { $0.run.launch == launch }?.commandName ?? "nobody"
    }
}
