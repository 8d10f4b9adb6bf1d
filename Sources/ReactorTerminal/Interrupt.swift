import Dispatch
import ReactorPlatform

/// The wish that the program ends: the user's, by Ctrl-C, or another process's, by SIGTERM.
///
/// The first one is passed to whoever asked with ``onRaise(_:)``, once, on any thread, so that the program can leave
/// things whole. A second one ends the process at once.
package final class Interrupt: Sendable {
    private struct State {
        var exitCode: ExitCode?
        var handlers: [@Sendable () -> Void] = []
        var source: (any DispatchSourceRead)?
    }

    private let state = Locked(State())

    /// An interrupt that only ``raise()`` raises.
    package init() {}

    /// The interrupt of this process: SIGINT and SIGTERM are observed from now on.
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

    /// How the program ends because of it; nil before it has come.
    package var exitCode: ExitCode? { state.withLock { $0.exitCode } }

    /// Calls `handler` when the interrupt comes; at once when it has come already.
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
