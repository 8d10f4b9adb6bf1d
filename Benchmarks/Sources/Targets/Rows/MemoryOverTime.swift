import Dispatch
import Reactor
import Workloads

/// The memory of a core over many events, and after a burst.
struct MemoryOverTime: Row {
    let title = "memory"

    func measure(_ effort: Effort) async throws -> [Finding] {
        try await [
            paced(effort.events(10_000_000)), sessions(effort.events(10_000)), burst(effort.events(2_000_000)),
        ]
    }

    /// One core, on which each session subscribes, observes, fires commands, predicts, and ends all of it: the allocated memory
    /// after a tenth of the sessions, against that after all.
    private func sessions(_ count: Int) async throws -> Finding {
        let core = Core(state: OneCast())
        var early = 0
        for session in 0..<count {
            try await runSession(session, on: core)
            if session == count / 10 { early = allocatedMemory() }
        }
        await core.idle()
        let growth = Double(allocatedMemory() - early) / Double(max(1, count - count / 10))
        try check(await core.read { $0.attendance }, count, "sessions")
        return Finding(
            "memory over \(count.grouped) sessions of one core: growth of each one after the first tenth",
            measured: "\(growth.formatted(1)) bytes", target: "flat (≤ 16 bytes)", growth <= 16 ? .met : .missed)
    }

    private func runSession(_ session: Int, on core: Core<OneCast>) async throws {
        let tokens = [
            core.subscribe { _ in }, core.subscribe(to: \.attendance.count) { _ in },
            core.subscribe(to: \.attendance.count, delivery: .every) { _ in },
        ]
        let loop = Task { for await _ in core.updates(of: \.attendance.count) {} }
        // No sleep: a canceled sleep of Swift's clocks stays in memory until its time has passed.
        let silence = AsyncStream<Never> { _ in }
        let stays = core.perform(options: CommandOptions(id: "stays \(session)", owner: OneCast.self)) { _ in
            for await _ in silence {}
        }
        let ends = core.perform(options: CommandOptions(id: "ends \(session)")) { core in
            let prediction = core.predict(Session(number: session))
            prediction.rollback(with: [OneCast.event(session, producer: 0)])
        }
        core.predict(Session(number: session)).rollback()
        _ = await ends.outcome
        stays.cancel()
        _ = await stays.outcome
        loop.cancel()
        await loop.value
        for token in tokens { token.cancel() }
        await core.settled()
    }

    private struct Session: Event { var number: Int }

    /// Fired no faster than applied: the memory after a tenth of the events, against that after all.
    private func paced(_ count: Int) async throws -> Finding {
        let core = Core(state: OneCast())
        let subscription = core.subscribe(to: \.attendance.count) { _ in }
        defer { subscription.cancel() }
        let pace = 1_000
        var early = 0
        for sequence in 0..<count {
            core.fire(event: OneCast.event(sequence, producer: 0))
            if sequence % pace == pace - 1 { await core.settled() }
            if sequence == count / 10 { early = residentMemory() }
        }
        let growth = (residentMemory() - early).mebibytes
        try check(await core.read { $0.attendance }, count, "paced")
        return Finding(
            "memory over \(count.grouped) paced events, one subscriber: growth after the first tenth",
            measured: "\(growth.formatted(1)) MiB of \(early.mebibytes.formatted(1))", target: "flat (≤ 1 MiB)",
            growth <= 1 ? .met : .missed)
    }

    /// All events are fired while the core is blocked, and then applied. The second run counts: the first creates threads,
    /// which stay.
    private func burst(_ count: Int) async throws -> Finding {
        _ = try await oneBurst(count)
        return try await oneBurst(count)
    }

    private func oneBurst(_ count: Int) async throws -> Finding {
        let core = Core(state: OneCast())
        let gate = DispatchSemaphore(value: 0)
        let before = allocatedMemory()
        // A task: with `async let` Swift 6.3.1 declares the frame of this function as 1,296 bytes and writes 1,312.
        let held = Task { await core.read { _ in gate.wait() } }
        var sink = CoreSink(core)
        OneCast.produce(count, producer: 0, into: &sink)
        let peak = allocatedMemory()
        gate.signal()
        await held.value
        let attendance = await core.read { $0.attendance }
        await core.settled()
        let after = allocatedMemory()
        try check(attendance, count, "burst")
        let share = Double(peak - after) / Double(max(1, peak - before))
        return Finding(
            "memory after a burst of \(count.grouped) waiting events: share of the allocated memory that was returned",
            measured:
                "\((share * 100).formatted(1)) % (\(before.mebibytes.formatted(1)) MiB before, "
                + "\(peak.mebibytes.formatted(1)) at the peak, \(after.mebibytes.formatted(1)) after; resident then: "
                + "\(residentMemory().mebibytes.formatted(0)))",
            target: "returned (≥ 99 %)", share >= 0.99 ? .met : .missed)
    }
}
