@testable import Reactor

/// A decision of a command table, without timers; its naive model must decide the same.
enum CommandDecision: Equatable {
    case start(launch: UInt64, attempt: Int)
    case cancelBody(launch: UInt64)
    case end(launch: UInt64, CommandEnding)
    case notify(launch: UInt64, id: CommandID?, name: String, CommandEnding)
    case refuse(name: String, Refusal.Reason, cause: UInt64?)
    case reportBody(launch: UInt64, name: String)

    /// Nil for a timer's step, and for a report that the table does not make.
    init?(_ step: CommandTable.Step) {
        switch step {
        case .start(let handle): self = .start(launch: handle.state.launch, attempt: handle.state.attempt)
        case .cancelBody(let handle): self = .cancelBody(launch: handle.state.launch)
        case .end(let handle, let outcome): self = .end(launch: handle.state.launch, CommandEnding(outcome))
        case .fire(let ended, _):
            self = .notify(launch: ended.launch, id: ended.id, name: ended.command, CommandEnding(ended.outcome))
        case .report(.refused(let refusal)):
            self = .refuse(name: refusal.type, refusal.reason, cause: refusal.cause?.launch)
        case .report(.commandIgnoresCancellation(let name, let launch)): self = .reportBody(launch: launch, name: name)
        case .startTimer, .stopTimer, .report: return nil
        }
    }
}

/// The end of a command, comparable.
enum CommandEnding: Equatable {
    case finished, failed, timedOut, cancelled, dropped

    init(_ outcome: CommandOutcome) {
        switch outcome {
        case .finished: self = .finished
        case .failed(is CommandTimedOut): self = .timedOut
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        case .dropped: self = .dropped
        }
    }
}

/// The error of a body, and whether a retry is allowed.
enum BodyError: Error {
    case passing, lasting
}
