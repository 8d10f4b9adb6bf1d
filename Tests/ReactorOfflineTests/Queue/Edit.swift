import Foundation
import Reactor
import ReactorRecording

@testable import ReactorOffline
@testable import ReactorServices

/// A change of several steps, each of which depends on the previous response.
struct Edit: OfflineChange, Equatable {
    var lane: LaneName
    var name: String
    var steps = 1
    /// The step that can be refused as expired, and then restarts at the first.
    var expiring: Int?
    /// The name of the lane after a refusal.
    var refused: String?

    /// A struct, or an object for a change that can restart.
    var requests: any RequestSequence { expiring == nil ? EditRequests(edit: self) : EditObject(edit: self) }
    var predicted: [any Event] { [Named(lane: lane.rawValue, name: name)] }
    var entities: [any Hashable & Sendable] { [lane.rawValue] }

    func events(refused refusal: ChangeRefusal) -> [any Event] {
        refused.map { [Named(lane: lane.rawValue, name: $0)] } ?? []
    }

    func resolution(answers: [Exchange]) -> Resolution {
        .commit(with: [Named(lane: lane.rawValue, name: "\(name), saved")])
    }
}

struct EditRequests: ArrayRequestSequence {
    var edit: Edit
    var currentRequestIndex = 0

    var requests: [RequestContinuation] {
        (0..<edit.steps).map { step in
            { sequence, previous in
                // The service responds with the step that it did.
                if let previous, try previous.decoded(as: Int.self) != step - 1 {
                    throw SequenceError.unusableAnswer(step: "s\(step - 1)", reason: "it is of another step")
                }
                return RequestDescription(
                    operation: sequence.edit.name, step: "s\(step)", method: .post,
                    target: .path("\(sequence.edit.lane)/\(step)"), body: .text(sequence.edit.name),
                    restart: sequence.edit.expiring == step ? RestartRule(step: "s0", statuses: [410]) : nil)
            }
        }
    }
}

final class EditObject: RequestSequence, @unchecked Sendable {  // only one cursor advances it
    private let edit: Edit
    private var requests: EditRequests

    init(edit: Edit) {
        self.edit = edit
        requests = EditRequests(edit: edit)
    }

    func restarted() -> EditObject { EditObject(edit: edit) }

    func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        try requests.nextRequest(previous: previous)
    }
}

/// The app's state: the name of each lane, and the events about changes.
struct Shelf: State, Codable, Equatable {
    var names: [String: String] = [:]
    var delivered: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case is Reset<Shelf>: self = Shelf()
        case let event as Named: names[event.lane] = event.name
        case is Reset<Shelf>: self = Shelf()
        case let event as ChangeEvent:
            let phase =
                switch event.phase {
                case .queued: "queued"
                case .waiting(let id): "waiting behind \(id)"
                case .sending(let step): "sending \(step)"
                case .sent: "sent"
                case .refused(let refusal): "refused \(refusal.status ?? 0)"
                case .dropped: "dropped"
                }
            delivered.append("\(event.id) \(phase)")
        default: break
        }
    }

    static var catalog: EventCatalog<Shelf> {
        EventCatalog(events: [.event(Named.self, as: "named")])
    }
}

struct Named: Event, Codable {
    var lane: String
    var name: String
}
