import Reactor

@testable import ReactorOffline
@testable import ReactorServices

/// A service that stores keys, and a naive model of the steps that may arrive there, from the queued changes of the
/// journal.
struct PushModel {
    struct Pending: Equatable {
        var id: ChangeID
        var number: Int
        var edit: Edit
        var done = 0
        var hasBegun = false
        var isRefused = false
    }

    let policy: LanePolicy
    private(set) var pending: [LaneName: [Pending]] = [:]
    /// The step that was done for each key, and the number of its arrivals.
    private(set) var done: [String: (id: ChangeID, step: Int, arrivals: Int)] = [:]
    private(set) var finished: Set<ChangeID> = []
    private(set) var complaints: [String] = []
    private var numbers = 0

    init(policy: LanePolicy) { self.policy = policy }

    /// Handles an entry of the journal.
    mutating func wrote(_ event: any Event) {
        switch event {
        case let event as ChangeQueued<Edit>:
            numbers += 1
            pending[event.change.lane, default: []]
                .append(Pending(id: event.id, number: numbers, edit: event.change))
        case let event as StepSending: change(event.id) { $0.hasBegun = true }
        case let event as SequenceRestarted: change(event.id) { $0.done = event.keeping }
        case let event as ChangeSent:
            change(event.id) { if $0.done != $0.edit.steps { $0.done = -1 } }
            if at(event.id)?.done == -1 { complaints.append("\(event.id) counts as sent, and is not") }
            finished.insert(event.id)
            remove(event.id)
        case let event as ChangeRefused: change(event.id) { $0.isRefused = true }
        case let event as ChangeRetried: change(event.id) { ($0.isRefused, $0.hasBegun) = (false, false) }
        case let event as ChangeEdited<Edit>:
            change(event.id) {
                ($0.isRefused, $0.hasBegun, $0.done, $0.edit) = (false, false, 0, event.change)
            }
        case let event as ChangeDropped: remove(event.id)
        default: break
        }
    }

    /// Whether a step was done with this key before.
    func isKnown(_ key: String) -> Bool { done[key] != nil }

    /// Handles the arrival of a step, which is done unless it was before.
    mutating func arrived(_ id: ChangeID, _ request: RequestDescription) -> Int {
        if let known = done[request.idempotencyKey] {
            done[request.idempotencyKey]?.arrivals += 1
            if known.id != id { complaints.append("\(id) and \(known.id) share a key") }
            return known.step
        }
        let step = Int(request.step.dropFirst()) ?? -1
        done[request.idempotencyKey] = (id, step, 1)
        let lane = pending.first { $0.value.contains { $0.id == id } }?.value ?? []
        let allowed = lane.filter { !$0.isRefused }
        let isStopped = policy == .stops && allowed.count < lane.count
        let next = allowed.first { $0.hasBegun } ?? allowed.first
        if isStopped || next?.id != id || next?.done != step || next?.edit.name != request.operation {
            complaints.append(
                "\(request) arrived as step \(step) of \(id), and what is next is \(String(describing: next))")
        }
        change(id) { $0.done += 1 }
        return step
    }

    var isEmpty: Bool { pending.values.allSatisfy(\.isEmpty) }

    private func at(_ id: ChangeID) -> Pending? { pending.values.joined().first { $0.id == id } }

    private mutating func change(_ id: ChangeID, _ body: (inout Pending) -> Void) {
        for lane in pending.keys {
            for index in pending[lane, default: []].indices where pending[lane]?[index].id == id {
                body(&pending[lane, default: []][index])
            }
        }
    }

    private mutating func remove(_ id: ChangeID) {
        for lane in pending.keys { pending[lane]?.removeAll { $0.id == id } }
    }
}
