import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("The decisions of a change queue")
struct ChangeMachineTests {
    @Test("After any events, each step is done once, in the order of its lane")
    func againstTheModel() {
        for seed in Loops.seeds(of: 1_200) {
            var script = PushScript(seed: seed)
            script.run(steps: 120)
            #expect(script.complaints + script.model.complaints == [], "seed \(seed)")
        }
    }

    @Test("A queue that restarts after any entry of its journal does each step once, in order")
    func everyCut() {
        for seed in Loops.seeds(of: 40) {
            var whole = PushScript(seed: seed)
            whole.run(steps: 60)
            for cut in 0..<whole.entries {
                var script = PushScript(seed: seed, cut: cut)
                script.run(steps: 60)
                #expect(script.complaints + script.model.complaints == [], "seed \(seed), cut after entry \(cut)")
            }
        }
    }

    private typealias Machine = ChangeMachine<Edit>

    private static func sent(_ effects: [Machine.Effect]) -> [String] {
        effects.compactMap { if case .send(_, let request, _, _) = $0 { request.idempotencyKey } else { nil } }
    }

    private static func wakes(_ effects: [Machine.Effect]) -> [Duration] {
        effects.compactMap { if case .wake(let time) = $0 { time } else { nil } }
    }

    private static func machine(_ options: ChangeQueueOptions = ChangeQueueOptions(), lanes: Int) throws -> Machine {
        var machine = Machine(ChangeQueueState(), options)
        for lane in 0..<lanes {
            _ = try machine.enqueue(
                Edit(lane: LaneName(rawValue: "l\(lane)"), name: "e\(lane)"), id: ChangeID(rawValue: "c\(lane)"))
        }
        return machine
    }

    @Test("An unstable connection ends only waits without a response, at most once a second for each lane")
    func flapping() throws {
        var machine = try Self.machine(
            ChangeQueueOptions(backoff: Backoff(base: .seconds(40), cap: .seconds(40))), lanes: 3)
        var sent: [String: [Duration]] = ["c0": [], "c1": [], "c2": []]
        var wakes: [Duration] = []
        var now = Duration.zero
        func take(_ effects: [Machine.Effect]) {
            for effect in effects {
                if case .send(let id, _, _, _) = effect { sent[id.rawValue, default: []].append(now) }
                if case .wake(let time) = effect { wakes.append(time) }
            }
        }
        let statuses: [ChangeID: Int?] = ["c0": nil, "c1": 503, "c2": 302]
        func fail(_ id: ChangeID) {
            take(
                machine.failed(
                    id, .transient(retryAfter: nil), status: statuses[id] ?? nil, credentials: 0, now: now,
                    at: Timestamp(millisecondsSince1970: 0), random: .max))
        }
        for id in statuses.keys { fail(id) }
        for tick in 1...500 {
            now = .milliseconds(10 * tick)
            if wakes.contains(where: { $0 <= now }) {
                wakes.removeAll { $0 <= now }
                take(machine.wake(now: now))
            }
            take(machine.setOnline(tick.isMultiple(of: 2), now: now))
            for id in statuses.keys where sent[id.rawValue]?.last == now { fail(id) }
        }
        #expect(sent["c1"] == [])
        for id in ["c0", "c2"] {
            let times = sent[id] ?? []
            #expect((4...5).contains(times.count), "\(times)")
            for (first, second) in zip(times, times.dropFirst()) { #expect(second - first >= .seconds(1)) }
            #expect(times.first == .milliseconds(20))
        }
    }

    @Test("A requested delay applies to its lane in the next process, and a new delay is waited for in full")
    func paused() throws {
        var machine = try Self.machine(lanes: 2)
        _ = machine.failed(
            "c0", .transient(retryAfter: .seconds(9)), status: 503, credentials: 0, now: .zero, random: .max)
        var next = Machine(machine.state, ChangeQueueOptions())
        let opened = next.opened(now: .seconds(100), at: .start.advanced(by: .seconds(4)))
        #expect(Self.sent(opened) == ["c1/e1/s0"])
        #expect(Self.wakes(opened) == [.seconds(105)])
        #expect(next.pausedUntil == .seconds(105))
        #expect(Self.sent(next.wake(now: .seconds(105))) == ["c0/e0/s0"])
        #expect(next.pausedUntil == nil)
        _ = next.failed(
            "c0", .transient(retryAfter: nil), status: nil, credentials: 0, now: .seconds(105), random: .max)
        var last = Machine(next.state, ChangeQueueOptions())
        #expect(Self.sent(last.opened(now: .zero, at: .start.advanced(by: .seconds(9)))).contains("c0/e0/s0"))
    }

    @Test("After a response, a retry or an edit, a step has no delay")
    func pauseIsOver() throws {
        for way in 0..<3 {
            var machine = Machine(ChangeQueueState(), ChangeQueueOptions())
            _ = try machine.enqueue(Edit(lane: "l", name: "e", steps: 2), id: "c")
            _ = machine.failed(
                "c", .transient(retryAfter: .seconds(9)), status: 503, credentials: 0, now: .zero, random: 0)
            _ = machine.wake(now: .seconds(9))
            if way == 0 {
                _ = machine.answered("c", status: 200, headers: [:], body: Data("0".utf8), credentials: 0)
            } else {
                _ = machine.failed(
                    "c", .refused(ChangeRefusal(step: "s0")), status: 422, credentials: 0, now: .seconds(9), random: 0)
                _ = way == 1 ? try machine.retry("c") : try machine.edit("c", to: Edit(lane: "l", name: "f", steps: 2))
            }
            #expect(machine.state.queued["c"] != nil && machine.state.queued["c"]?.pause == nil, "\(way)")
        }
    }

    @Test("A change that expires repeatedly is refused in the end, and can be retried")
    func restarts() throws {
        var machine = Machine(ChangeQueueState(), ChangeQueueOptions(restarts: 2))
        var effects = try machine.enqueue(Edit(lane: "l", name: "e", steps: 2, expiring: 1), id: "c")
        var keys = Self.sent(effects)
        for _ in 0..<3 {
            effects = machine.answered("c", status: 200, headers: [:], body: Data("0".utf8), credentials: 0)
            keys += Self.sent(effects)
            effects = machine.failed(
                "c", .refused(ChangeRefusal(step: "s1", status: 410)), status: 410, credentials: 0, now: .zero,
                random: 0)
            keys += Self.sent(effects)
        }
        #expect(keys == ["c/e/s0", "c/e/s1", "c/e/s0/1", "c/e/s1/1", "c/e/s0/2", "c/e/s1/2"])
        #expect(machine.state.refused["c"]?.refusal.status == 410)
        #expect(Self.sent(try machine.retry("c")) == ["c/e/s1/2"])
        effects = machine.failed(
            "c", .refused(ChangeRefusal(step: "s1", status: 410)), status: 410, credentials: 0, now: .zero, random: 0)
        #expect(Self.sent(effects) == ["c/e/s0/3"])
    }
}

extension Timestamp {
    fileprivate static let start = Timestamp(millisecondsSince1970: 1_000_000)
}

extension ChangeMachine {
    /// Handles a failed step, with a wall clock that is never set.
    fileprivate mutating func failed(
        _ id: ChangeID, _ failure: PushFailure, status: Int?, credentials: Int, now: Duration, random: UInt64
    ) -> [Effect] {
        failed(
            id, failure, status: status, credentials: credentials, now: now, at: .start.advanced(by: now),
            random: random)
    }
}
