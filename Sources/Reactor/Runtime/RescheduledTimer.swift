/// A timer whose time can be moved forward.
package final class RescheduledTimer: Sendable {
    private let runtime: Runtime
    private let timer = Guarded<(due: Duration, task: Task<Void, Never>)?>(nil)

    package init(_ runtime: Runtime) { self.runtime = runtime }

    /// Sets the time, unless the timer is already set to an earlier one. In that case the callee has to set it again.
    package func set(_ due: Duration, _ wake: @escaping @Sendable () async -> Void) {
        let clock = runtime.clock
        let superseded = timer.withLock { timer -> Task<Void, Never>? in
            if let timer, timer.due <= due { return nil }
            let superseded = timer?.task
            let task = runtime.spawn.detached { [weak self] in
                do { try await clock.sleep(for: max(.zero, due - clock.now)) } catch { return }
                self?.timer.withLock { if $0?.due == due { $0 = nil } }
                await wake()
            }
            timer = (due, task)
            return superseded
        }
        superseded?.cancel()
    }

    /// Stops the timer until it is set again.
    package func cancel() {
        let task = timer.withLock { timer in
            defer { timer = nil }
            return timer?.task
        }
        task?.cancel()
    }
}
