import Foundation
import Reactor
import ReactorTesting

@testable import ReactorOffline
@testable import ReactorServices

/// A machine in a random environment, which can end at any entry of its journal and restart.
struct PushScript {
    typealias Machine = ChangeMachine<Edit>

    struct Flight {
        var id: ChangeID
        var request: RequestDescription
        var credentials: Int
    }

    let options: ChangeQueueOptions
    private(set) var model: PushModel
    private(set) var complaints: [String] = []
    /// The number of written entries.
    private(set) var entries = 0
    /// The number of requests for new credentials.
    private(set) var asked = 0
    private var random: SeededRandom
    private var machine: Machine
    /// The state on the disk.
    private var kept = ChangeQueueState<Edit>()
    private var flights: [Flight] = []
    /// Requests in flight when a process ended, which may arrive later.
    private var strays: [Flight] = []
    private var now = Duration.zero
    /// The times before which steps must not be sent, by the written entries.
    private var pauses: [ChangeID: Duration] = [:]
    private var changes = 0
    private var isAsking = false
    private var toResolve: [ChangeID] = []

    /// The entry after which the process ends.
    private var cut: Int?

    init(seed: UInt64, cut: Int? = nil) {
        random = SeededRandom(seed: seed)
        self.cut = cut
        let policy: LanePolicy = random.chance(50) ? .stops : .goesOn
        options = ChangeQueueOptions(parallelLanes: random.below(3) + 1, lanePolicy: { _ in policy })
        model = PushModel(policy: policy)
        machine = Machine(kept, options)
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps { step() }
        drain()
    }

    private mutating func step() {
        switch random.below(12) {
        case 0, 1, 2: enqueue()
        case 3, 4, 5, 6: if !flights.isEmpty { land(flights.remove(at: random.below(flights.count)), isKind: false) }
        case 7: perform(machine.setOnline(random.chance(60), now: now))
        case 8, 9: pass(.milliseconds(random.below(5_000)))
        case 10: decide()
        default:
            if isAsking, random.chance(70) {
                isAsking = false
                perform(machine.renewed())
            } else if random.chance(30) {
                perform(machine.credentialsRenewed())
            } else if let id = toResolve.popLast() {
                perform(machine.resolved(id))
            }
        }
    }

    /// Continues without any further failures.
    private mutating func drain() {
        perform(machine.setOnline(true, now: now))
        for round in 0..<10_000 {
            perform(machine.credentialsRenewed())
            for id in machine.state.refused.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
                attempt { try $0.retry(id) }
            }
            pass(.seconds(100))
            if !flights.isEmpty { land(flights.removeFirst(), isKind: true) }
            while let id = toResolve.popLast() { perform(machine.resolved(id)) }
            if flights.isEmpty, machine.state.queued.isEmpty, machine.state.refused.isEmpty { break }
            if round == 9_999 { complaints.append("it comes to no end") }
        }
        if !model.isEmpty { complaints.append("left: \(model.pending)") }
        if !machine.state.sent.isEmpty { complaints.append("never settled: \(machine.state.sent.keys)") }
        if !machine.lanes.isEmpty || !machine.turns.isEmpty || machine.inFlight != 0 {
            complaints.append("an empty queue has lanes: \(machine.lanes)")
        }
    }

    private mutating func enqueue() {
        changes += 1
        let steps = random.below(3) + 1
        let change = Edit(
            lane: LaneName(rawValue: "lane\(random.below(3))"), name: "edit\(changes)", steps: steps,
            expiring: steps > 1 && random.chance(40) ? steps - 1 : nil)
        let id = ChangeID(rawValue: "c\(changes)")
        attempt { try $0.enqueue(change, id: id) }
    }

    private mutating func decide() {
        let refused = machine.state.refused.values.sorted { $0.queued.number < $1.queued.number }
        let queued = machine.state.queued.values.sorted { $0.number < $1.number }
        switch random.below(4) {
        case 0: if let letter = random.pick(refused) { attempt { try $0.retry(letter.id) } }
        case 1:
            guard let letter = random.pick(refused) else { return }
            changes += 1
            var change = letter.change
            change.name = "edit\(changes)"
            attempt { try $0.edit(letter.id, to: change) }
        case 2: if let letter = random.pick(refused) { attempt { try $0.drop(letter.id) } }
        default:
            // The machine refuses to drop a change in flight, and a change whose response may be unknown is skipped: if
            // it was done, the order of the drop is unknown.
            guard let change = random.pick(queued.filter { !$0.hasBegun }) else { return }
            attempt { try $0.drop(change.id) }
        }
    }

    private mutating func pass(_ duration: Duration) {
        now += duration
        perform(machine.wake(now: now))
    }

    private mutating func attempt(_ body: (inout Machine) throws -> [Machine.Effect]) {
        do { perform(try body(&machine)) } catch { complaints.append("\(error)") }
    }

    /// Delivers a step and its response, or loses either.
    private mutating func land(_ flight: Flight, isKind: Bool) {
        while let stray = strays.last, random.chance(50) {
            strays.removeLast()
            // A step that was never done would be done out of order, which depends on the network.
            if model.isKnown(stray.request.idempotencyKey) { _ = model.arrived(stray.id, stray.request) }
        }
        let isKnown = model.isKnown(flight.request.idempotencyKey)
        switch isKind ? 0 : random.below(14) {
        case 0, 1, 2, 3, 4, 5:
            let step = model.arrived(flight.id, flight.request)
            perform(
                machine.answered(
                    flight.id, status: 200, headers: [:], body: Data("\(step)".utf8), credentials: flight.credentials))
        case 6: fail(flight, .transient(retryAfter: nil), nil)
        case 7:
            _ = model.arrived(flight.id, flight.request)
            fail(flight, .transient(retryAfter: nil), nil)
        case 8: fail(flight, .transient(retryAfter: nil), 500)
        case 9: fail(flight, .transient(retryAfter: .seconds(3)), 429)
        case 10: fail(flight, .unauthorized, 401)
        case 11 where !isKnown: fail(flight, .refused(ChangeRefusal(step: flight.request.step, status: 410)), 410)
        case 12 where !isKnown: fail(flight, .refused(ChangeRefusal(step: flight.request.step, status: 422)), 422)
        default: fail(flight, .transient(retryAfter: nil), 503)
        }
    }

    /// A wall clock that is never set.
    private var time: Timestamp { Timestamp(millisecondsSince1970: 1_000_000).advanced(by: now) }

    private mutating func fail(_ flight: Flight, _ failure: PushFailure, _ status: Int?) {
        perform(
            machine.failed(
                flight.id, failure, status: status, credentials: flight.credentials, now: now, at: time,
                random: random.next()))
    }

    private mutating func perform(_ effects: [Machine.Effect]) {
        for effect in effects {
            switch effect {
            case .write(let event):
                if entries == cut { return crash() }
                entries += 1
                kept.react(to: event)
                model.wrote(event)
                if let event = event as? StepPaused { pauses[event.id] = now + event.pause.rest(at: time) }
            case .send(let id, let request, _, let credentials):
                let lane = kept.queued[id]?.change.lane
                if flights.contains(where: { kept.queued[$0.id]?.change.lane == lane }) {
                    complaints.append("two of \(String(describing: lane)) are on their way")
                }
                if kept.queued[id]?.sending != request.idempotencyKey {
                    complaints.append("\(request) is sent, and that was not written")
                }
                if let pause = pauses.removeValue(forKey: id), now < pause {
                    complaints.append("\(request) is sent before it may be")
                }
                if !machine.isOnline || machine.isWaitingForCredentials { complaints.append("\(request) is sent now") }
                flights.append(Flight(id: id, request: request, credentials: credentials))
                if flights.count > options.parallelLanes { complaints.append("too many at a time") }
            case .resolve(let id, _): toResolve.append(id)
            case .askForCredentials:
                if isAsking { complaints.append("credentials are asked for twice at once") }
                isAsking = true
                asked += 1
            default: break
            }
        }
    }

    /// Ends the process, and starts another from the stored state.
    private mutating func crash() {
        cut = nil
        strays += flights
        flights = []
        toResolve = []
        isAsking = false
        machine = Machine(kept, options)
        perform(machine.opened(now: now, at: time))
    }
}
