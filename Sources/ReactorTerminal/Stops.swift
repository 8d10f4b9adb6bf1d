import Dispatch
import ReactorPlatform

/// The requests to suspend the program: Ctrl-Z, until `fg`.
///
/// A suspended process keeps its locks. A program that waits with ``wait(for:)`` releases them first, and takes them again when
/// it continues.
package final class Stops: Sendable {
    private struct State {
        var isWished = false
        var waiting: Task<Void, Never>?
        var source: (any DispatchSourceRead)?
    }

    private let state = Locked(State())
    private let stopping: @Sendable () async -> Void

    /// Creates stops that only ``wish()`` requests.
    ///
    /// - Parameter stopping: A closure that suspends the process, and returns when it continues.
    package init(stopping: @escaping @Sendable () async -> Void) { self.stopping = stopping }

    /// Returns the stops of this process. SIGTSTP is observed until ``end()``, by one instance at a time.
    package static func ofProcess() -> Stops {
        // To this thread, so that the call does not return before the stop.
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

    /// Requests a stop.
    package func wish() {
        state.withLock { state in
            state.isWished = true
            return state.waiting
        }?.cancel()
    }

    /// Waits for work, and cancels it at a request to stop.
    ///
    /// - Parameter work: The work, which must return when its task is cancelled.
    /// - Returns: Whether a stop was requested. Release all locks then, before ``stop()``.
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

    /// Stops, and returns when the program continues.
    package func stop() async { await stopping() }

    /// Lets the system stop the program from now on, even with locks.
    package func end() {
        guard let source = state.withLock({ $0.source.take() }) else { return }
        source.cancel()
        signal(SIGTSTP, SIG_DFL)
    }
}
