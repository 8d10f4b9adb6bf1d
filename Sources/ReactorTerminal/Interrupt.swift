import Dispatch
import ReactorPlatform

/// A request to end the program, from the user (Ctrl-C) or another process (SIGTERM).
///
/// The first request calls the handler of ``onRaise(_:)`` once, on any thread, so that the program can end cleanly. A second
/// request ends the process immediately.
package final class Interrupt: Sendable {
    private struct State {
        var exitCode: ExitCode?
        var handlers: [@Sendable () -> Void] = []
        var source: (any DispatchSourceRead)?
    }

    private let state = Locked(State())

    /// Creates an interrupt that only ``raise()`` raises.
    package init() {}

    /// Returns the interrupt of this process, and begins to observe SIGINT and SIGTERM.
    package static func signal() -> Interrupt {
        let interrupt = Interrupt()
        let source = DispatchSource.makeReadSource(
            fileDescriptor: SignalPipe.shared.reader, queue: .global(qos: .userInitiated))
        source.setEventHandler { [weak interrupt] in
            let code: ExitCode = SignalPipe.shared.take() == SIGTERM ? .terminated : .interrupted
            guard let interrupt, !interrupt.isRaised else { _exit(code.rawValue) }
            interrupt.raise(code)
        }
        source.resume()
        interrupt.state.withLock { $0.source = source }
        for signal in [SIGINT, SIGTERM] { SignalPipe.shared.observe(signal) }
        return interrupt
    }

    package var isRaised: Bool { exitCode != nil }

    /// The exit code after the interrupt, or nil before it.
    package var exitCode: ExitCode? { state.withLock { $0.exitCode } }

    /// Calls `handler` at the interrupt, or immediately if it has already occurred.
    package func onRaise(_ handler: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if state.exitCode == nil { state.handlers.append(handler) }
            return state.exitCode != nil
        }
        if isLate { handler() }
    }

    package func raise(_ code: ExitCode = .interrupted) {
        let handlers = state.withLock { state in
            state.exitCode = state.exitCode ?? code
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }
}
