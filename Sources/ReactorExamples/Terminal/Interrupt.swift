import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The wish of the user that the program ends: Ctrl-C.
///
/// The first one is told to whoever asked with ``onRaise(_:)``, once, on any thread, so that the program can leave
/// things whole. A second Ctrl-C ends the process at once.
package final class Interrupt: Sendable {
    private struct State {
        var isRaised = false
        var handlers: [@Sendable () -> Void] = []
        var source: (any DispatchSourceRead)?
    }

    private let state = Locked(State())

    /// An interrupt that only ``raise()`` raises.
    package init() {}

    /// The interrupt of this process: SIGINT is observed from now on.
    package static func signal() -> Interrupt {
        let interrupt = Interrupt()
        let source = DispatchSource.makeReadSource(
            fileDescriptor: SignalPipe.shared.reader, queue: .global(qos: .userInitiated))
        source.setEventHandler { [weak interrupt] in
            SignalPipe.shared.empty()
            guard let interrupt, !interrupt.isRaised else { _exit(ExitCode.interrupted.rawValue) }
            interrupt.raise()
        }
        source.resume()
        interrupt.state.withLock { $0.source = source }
        SignalPipe.shared.observe(SIGINT)
        return interrupt
    }

    package var isRaised: Bool {
        state.withLock { $0.isRaised }
    }

    /// Calls `handler` when the interrupt comes; at once when it has come already.
    package func onRaise(_ handler: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isRaised { state.handlers.append(handler) }
            return state.isRaised
        }
        if isLate { handler() }
    }

    package func raise() {
        let handlers = state.withLock { state in
            state.isRaised = true
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }
}
