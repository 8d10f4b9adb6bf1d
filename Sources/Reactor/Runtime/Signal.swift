/// A signal that fires once. Tasks can wait for it, before or after.
package final class Signal: Sendable {
    private enum Progress {
        case waiting([CheckedContinuation<Void, Never>])
        case happened
    }

    private let progress = Guarded(Progress.waiting([]))

    package init() {}

    /// Waits until the signal has fired. It ignores cancellation, because every signal fires eventually.
    package nonisolated(nonsending) func wait() async {
        await withCheckedContinuation { continuation in
            let happened = progress.withLock { progress in
                guard case .waiting(var waiting) = progress else { return true }
                waiting.append(continuation)
                progress = .waiting(waiting)
                return false
            }
            if happened { continuation.resume() }
        }
    }

    /// Waits until the signal has fired. If the task is canceled, the signal is fired.
    package nonisolated(nonsending) func waitOrCancel() async {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            fire()
        }
    }

    /// Whether the signal has fired.
    package var hasFired: Bool {
        progress.withLock { progress in
            guard case .happened = progress else { return false }
            return true
        }
    }

    /// Fires the signal, which ends all waits, now and later.
    package func fire() {
        let waiting = progress.withLock { progress in
            guard case .waiting(let waiting) = progress else { return [CheckedContinuation<Void, Never>]() }
            progress = .happened
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A value that one task sets once and that other tasks wait for. Until then, it has a default.
package final class Promise<Value: Sendable>: Sendable {
    package let isFulfilled = Signal()
    private let content: Guarded<Value>

    package init(_ value: Value) { content = Guarded(value) }

    package var value: Value { content.withLock { $0 } }

    package func fulfill(_ value: Value) {
        content.withLock { $0 = value }
        isFulfilled.fire()
    }
}
