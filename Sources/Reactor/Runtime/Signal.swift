/// Something that happens once and can be waited for, before or after.
package final class Signal: Sendable {
    private enum Progress {
        case waiting([CheckedContinuation<Void, Never>])
        case happened
    }

    private let progress = Guarded(Progress.waiting([]))

    package init() {}

    /// Returns when it has happened. Does not look at the task's cancellation: what is waited for always happens.
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

    /// Returns when it has happened, or the task is cancelled: then it has happened, too.
    package nonisolated(nonsending) func waitOrCancel() async {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            fire()
        }
    }

    /// Whether it has happened.
    package var hasFired: Bool {
        progress.withLock { progress in
            guard case .happened = progress else { return false }
            return true
        }
    }

    /// Ends every wait for it, now and later.
    package func fire() {
        let waiting = progress.withLock { progress in
            guard case .waiting(let waiting) = progress else { return [CheckedContinuation<Void, Never>]() }
            progress = .happened
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A value that one task sets once and other tasks wait for; until then, its default.
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
