import Reactor

/// Bursts of work that is started together and then awaited, one by one.
package enum Bursts {
    private static let length = 1_000

    /// Bare tasks, retained and awaited.
    package static func tasks(_ count: Int) async throws {
        let tally = Tally()
        for _ in 0..<count / length {
            let tasks = (0..<length).map { _ in Task { tally.add() } }
            for task in tasks { await task.value }
        }
        try check(tally.count == count, "tasks: \(tally.count) of \(count) ran.")
    }

    /// Events on a core with nothing to it, applied.
    package static func events(_ count: Int) async throws {
        let core = Core(state: OneCast())
        var sink = CoreSink(core)
        for first in stride(from: 0, to: count, by: length) {
            OneCast.produce(first..<first + length, producer: 0, into: &sink)
            await core.settled()
        }
        try check(await core.read { $0.attendance }, count, "events")
    }

    /// Events while a prediction is pending, which is settled after each burst.
    package static func predicted(_ count: Int) async throws {
        let core = Core(state: OneCast())
        var sink = CoreSink(core)
        for first in stride(from: 0, to: count, by: length) {
            let prediction = core.predict(Counted())
            OneCast.produce(first..<first + length, producer: 0, into: &sink)
            await core.settled()
            prediction.commit()
            await core.settled()
        }
        try check(await core.read { $0.attendance }, count, "predicted")
    }

    /// Commands, their outcomes awaited.
    package static func commands(_ count: Int) async throws {
        let tally = Tally()
        let core = Core(state: OneCast())
        var finished = 0
        for _ in 0..<count / length {
            let handles = (0..<length).map { _ in core.fire(command: CountItself(tally)) }
            for handle in handles { if case .finished = await handle.outcome { finished += 1 } }
        }
        try check(
            tally.count == count && finished == count,
            "commands: \(tally.count) of \(count) ran, \(finished) finished.")
    }
}
