// A complete app as in a new Xcode project: .ci/docs compiles it in four settings, with the checks for data races. It contains
// only the annotations that Swift requires when the main actor is the default.

import Observation
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices

// MARK: Values

nonisolated struct Weight: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var kilograms: Double
}

nonisolated enum Route: Codable, Hashable {
    case weight(Int)
    case settings
}

// MARK: A document with a history

struct Note: UndoableDocument, State, Codable {
    var text = ""

    static func undoGrouping(of event: any Event, from before: Note, to after: Note) -> UndoGrouping {
        guard event is NoteTyped else { return .newStep }
        return .joins("word \(before.text.count { $0 == " " })")
    }

    mutating func react(to event: any Event) {
        if let event = event as? NoteTyped { text += event.text }
    }
}

// MARK: The state

struct Form: AssignableState, Codable, Equatable {
    var draft = ""

    static let draft = Assignable("form.draft", \Form.draft) { String($0.prefix(280)) }
    static let assignables = Assignables(draft)

    mutating func react(to event: any Event) {
        if assign(event) { return }
    }
}

struct App: State, Codable, Equatable {
    var count = 0
    var weights: KeyedRows<Int, Weight> = []
    var path: [Route] = []
    var note = Undoable(Note())
    var form = Form()
    var problem: String?

    mutating func react(to event: any Event) {
        switch event {
        case let event as Added: count += event.amount
        case let event as WeightSaved: weights.append(event.weight)
        case let event as WeightFailed: problem = event.reason
        case let event as Opened: path.append(event.route)
        case is Reset<App>: self = App()
        default: break
        }
        note.react(to: event)
        form.react(to: event)
    }

    static let catalog = EventCatalog<App>(events: [
        .event(Added.self, as: "added"),
        .event(WeightSaved.self, as: "weight.saved"),
        .event(WeightFailed.self, as: "weight.failed"),
        .event(Opened.self, as: "opened"),
        .event(NoteTyped.self, as: "note.typed"),
        .undo(Note.self, as: "note.undone"),
        .redo(Note.self, as: "note.redone"),
        .assignments(of: Form.self),
    ])
}

// MARK: Events

struct Added: Event, Codable { var amount: Int }
struct WeightSaved: Event, Codable { var weight: Weight }
struct WeightFailed: Event, Codable { var reason: String }
struct Opened: Event, Codable { var route: Route }
struct NoteTyped: Event, Codable { var text: String }

// MARK: A service and a command

nonisolated protocol WeightService: Sendable {
    func save(_ kilograms: Double) async throws -> Weight
}

struct MemoryService: WeightService {
    func save(_ kilograms: Double) async throws -> Weight { Weight(id: 1, kilograms: kilograms) }
}

enum WeightServiceKey: DependencyKey {
    static let liveValue: any WeightService = MemoryService()
}

nonisolated extension Dependencies {
    var weights: any WeightService {
        get { self[WeightServiceKey.self] }
        set { self[WeightServiceKey.self] = newValue }
    }
}

struct SaveWeight: Command {
    var kilograms: Double
    var options: CommandOptions { CommandOptions(id: "save", owner: App.self) }

    func execute(state: App, core: Core<App>) async throws {
        let id = (state.weights.last?.id ?? 0) + 1
        let weight = Weight(id: id, kilograms: kilograms)
        try await core.optimistically(WeightSaved(weight: weight), about: [id]) { _ in
            .commit(with: [WeightSaved(weight: try await core.dependencies.weights.save(weight.kilograms))])
        } onFailure: { error in
            [WeightFailed(reason: "\(error)")]
        }
    }
}

// MARK: A change that waits for a connection

enum WeightChange: OfflineChange {
    case log(id: Int, kilograms: Double)

    var lane: LaneName { "weights" }

    var requests: any RequestSequence {
        switch self {
        case .log(let id, let kilograms):
            DescribedChange(
                lane: lane,
                steps: [
                    RequestDescription(
                        operation: "log", step: "put", method: .put, target: .path("weights/\(id)"),
                        body: .text("\(kilograms)"))
                ])
        }
    }

    var predicted: [any Event] {
        switch self {
        case .log(let id, let kilograms): [WeightSaved(weight: Weight(id: id, kilograms: kilograms))]
        }
    }
}
