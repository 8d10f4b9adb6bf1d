import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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

/// Turns signals into bytes in a pipe, which is about all that a signal handler may do.
///
/// (A Dispatch signal source wants the signal ignored, and Linux drops an ignored signal instead of queueing it when
/// the main thread does not block it: one Ctrl-C in three was lost.)
struct SignalPipe {
    /// Made before any handler is set, so that a handler only reads it.
    static let shared = SignalPipe()

    let reader: Int32
    private let writer: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(String(cString: strerror(errno)))") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reader = ends[0]
        writer = ends[1]
    }

    /// From now on a byte arrives for every such signal, its number.
    func observe(_ signal: Int32) {
        let handler: @convention(c) (Int32) -> Void = { signal in
            let interrupted = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            // A full pipe wakes the reader anyway.
            _ = write(SignalPipe.shared.writer, &byte, 1)
            errno = interrupted
        }
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_RESTART)
        sigaction(signal, &action, nil)
    }

    /// Takes out what has arrived.
    ///
    /// - Returns: the signal that came last.
    func take() -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var last: Int32?
        while case let count = read(reader, &bytes, bytes.count), count > 0 { last = Int32(bytes[count - 1]) }
        return last
    }
}
