import Dispatch
import ReactorPlatform

/// The user's wish that the program stops for a while: Ctrl-Z, until `fg`.
///
/// A process that is stopped keeps what it has locked. One that waits with ``wait(for:)`` lets go of that first, and
/// takes it again when it goes on.
package final class Stops: Sendable {
    private struct State {
        var isWished = false
        var waiting: Task<Void, Never>?
        var source: (any DispatchSourceRead)?
    }

    private let state = Locked(State())
    private let stopping: @Sendable () async -> Void

    /// Stops that only ``wish()`` asks for.
    ///
    /// - Parameter stopping: stops the process, and returns when it goes on.
    package init(stopping: @escaping @Sendable () async -> Void) { self.stopping = stopping }

    /// The stops of this process: SIGTSTP is observed until ``end()``, and by one at a time.
    package static func ofProcess() -> Stops {
        // To this thread, so that it does not return before.
        let stops = Stops { raise(SIGSTOP) }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: SignalPipe.stops.reader, queue: .global(qos: .userInitiated))
        source.setEventHandler { [weak stops] in
            _ = SignalPipe.stops.take()
            stops?.wish()
        }
        source.resume()
        stops.state.withLock { $0.source = source }
        SignalPipe.stops.observe(SIGTSTP)
        return stops
    }

    /// Somebody wants the program to stop.
    package func wish() {
        state.withLock { state in
            state.isWished = true
            return state.waiting
        }?.cancel()
    }

    /// Waits for something, and gives that up when the program is to stop.
    ///
    /// - Parameter work: returns when its task is cancelled.
    /// - Returns: whether the program is to stop: what is locked is to be let go of then, before ``stop()``.
    package func wait(for work: @escaping @Sendable () async -> Void) async -> Bool {
        let waiting = Task { await work() }
        let isLate = state.withLock { state in
            state.waiting = waiting
            return state.isWished
        }
        if isLate { waiting.cancel() }
        await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            waiting.cancel()
        }
        return state.withLock { state in
            defer { state.isWished = false }
            state.waiting = nil
            return state.isWished
        }
    }

    /// Stops, and returns when the program goes on.
    package func stop() async { await stopping() }

    /// Lets the system stop the program from now on, whatever that has locked.
    package func end() {
        guard let source = state.withLock({ $0.source.take() }) else { return }
        source.cancel()
        signal(SIGTSTP, SIG_DFL)
    }
}
