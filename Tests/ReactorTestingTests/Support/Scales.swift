import Reactor
import ReactorTesting

struct Entry: Equatable, Identifiable {
    var id: Int
    var kilograms: Double
    var isSaved = false
}

/// The state that the kit is tested with.
struct Scales: State, Equatable {
    var entries: [Entry] = []
    var message: String?
    var isTracking = false

    mutating func react(to event: any Event) {
        switch event {
        case let event as WeightLogged: entries.append(Entry(id: event.id, kilograms: event.kilograms))
        case let event as WeightSaved:
            for index in entries.indices where entries[index].id == event.id { entries[index].isSaved = true }
        case let event as WeightConfirmed:
            entries.append(Entry(id: event.id, kilograms: event.kilograms, isSaved: true))
        case let event as WeightFailed: message = event.reason
        case let event as TrackingChanged: isTracking = event.isOn
        case let event as CommandEnded: message = "\(event.command) \(event.outcome)"
        case is Reset<Scales>: self = Scales()
        default: break
        }
    }
}

struct WeightLogged: Event, Equatable {
    var id: Int
    var kilograms = 80.5
}
struct WeightSaved: Event, Equatable { var id: Int }
struct WeightConfirmed: Event, Equatable {
    var id: Int
    var kilograms: Double
}
struct WeightFailed: Event { var reason: String }
struct TrackingChanged: Event { var isOn: Bool }
struct Unheard: Event {}

/// Saves at a gate, then reports it.
struct Save: Command {
    var id: Int
    let gate: TestGate<Void>

    func execute(state: Scales, core: Core<Scales>) async throws {
        try await gate.wait()
        core.fire(event: WeightSaved(id: id))
    }
}

/// Fires immediately, without waiting.
struct SaveNow: Command {
    var id: Int
    func execute(state: Scales, core: Core<Scales>) { core.fire(event: WeightSaved(id: id)) }
}

/// Shows a weight immediately, and waits at a gate for the server's response.
struct LogOptimistically: Command {
    var id: Int
    let answer: TestGate<Double>

    func execute(state: Scales, core: Core<Scales>) async throws {
        try await core.optimistically(WeightLogged(id: id)) { _ in
            .commit(with: [WeightConfirmed(id: id, kilograms: try await answer.wait())])
        } onFailure: { _ in
            [WeightFailed(reason: "not saved")]
        }
    }
}

struct Broken: Error, Equatable {}

/// The text of the failure that `body` throws.
func failure(_ body: () async throws -> Void) async -> String {
    do {
        try await body()
        return "no failure"
    } catch {
        return "\(error)"
    }
}
