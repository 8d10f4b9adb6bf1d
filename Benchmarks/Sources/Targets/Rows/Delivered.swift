import Reactor
import Synchronization
import Workloads

/// From firing an event until a subscriber is notified, against the hop to a serial queue.
struct Delivered: Row {
    let title = "fire to delivered, p50"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let core = DeliveryTimes(ReactorCore<OneCast>.self)
        let queue = DeliveryTimes(SerialQueue<OneCast>.self)
        func rounds(_ measure: @escaping (DeliveryTimes) async throws -> Double) async throws -> Rounds {
            try await Rounds(
                effort.rounds,
                [
                    Contestant(name: "core") { try await measure(core) },
                    Contestant(name: "queue") { try await measure(queue) },
                ])
        }
        let backToBack = try await rounds { try await $0.backToBack(effort.events(20_000)) }
        let idle = try await rounds { try await $0.fromIdle(effort.events(100)) }
        let spinning = try await rounds { try await $0.spinning(effort.events(5_000)) }
        return [
            finding("fired from a task, back to back, against a serial queue's hop", backToBack, atMost: 0.5),
            finding("fired from a task, in an idle process, against a serial queue's hop", idle, atMost: 1.5),
            Finding(
                "\(title), fired by a caller that spins until it is delivered, against a serial queue's hop",
                measured: described(spinning), target: "reported", .reported),
        ]
    }

    private func finding(_ name: String, _ rounds: Rounds, atMost limit: Double) -> Finding {
        let ratio = rounds.ratio("core", to: "queue")
        return Finding(
            "\(title), \(name)", measured: described(rounds), target: "≤ \(limit.formatted(2))×",
            ratio <= limit ? .met : .missed)
    }

    private func described(_ rounds: Rounds) -> String {
        "\(rounds.ratio("core", to: "queue").formatted(2))× "
            + "(\(rounds["core"].formatted(0)) ns, \(rounds["queue"].formatted(0)) queue)"
    }
}

/// One design with a subscriber.
struct DeliveryTimes: Sendable {
    private let watch: Watch
    private let notify: @Sendable (any Event) async -> Void
    private let fire: @Sendable (any Event) -> Void
    private let name: String
    let finish: @Sendable () -> Void

    init<Measured: SynchronousDesign>(_ design: Measured.Type) where Measured.Work == OneCast {
        let watch = Watch()
        let measured = Measured(watch: watch)
        self.watch = watch
        name = Measured.name
        notify = { await measured.notify($0, watch) }
        fire = { event in
            var sink = measured
            sink.take(event)
        }
        finish = { measured.finish() }
    }

    init(_ design: AwaitedActor<OneCast>.Type) {
        let watch = Watch()
        let measured = AwaitedActor<OneCast>(watch: watch)
        self.watch = watch
        name = AwaitedActor<OneCast>.name
        notify = { await measured.notify($0, watch) }
        fire = { _ in preconditionFailure("An awaited actor cannot be fired at without waiting.") }
        finish = {}
    }

    /// Each event as soon as the previous one was delivered.
    func backToBack(_ count: Int) async throws -> Double {
        try await median(count) { await notify($0) }
    }

    /// Each event after a rest in which the process does nothing.
    func fromIdle(_ count: Int) async throws -> Double {
        try await median(count) {
            try await Task.sleep(for: .milliseconds(5))
            await notify($0)
        }
    }

    /// Each event by a caller that keeps its thread until it sees that it was delivered.
    func spinning(_ count: Int) async throws -> Double {
        try await median(count) { event in
            watch.spin { fire(event) }
        }
    }

    private func median(_ count: Int, _ measure: (any Event) async throws -> Void) async throws -> Double {
        watch.forget()
        let before = watch.newest
        for sequence in before..<before + count { try await measure(OneCast.event(sequence, producer: 0)) }
        try check(
            watch.newest == before + count && watch.delays.count == count,
            "\(name): delivered \(watch.delays.count) times of \(count), \(watch.newest - before) at last.")
        return watch.delays.map(\.nanoseconds).median
    }
}
