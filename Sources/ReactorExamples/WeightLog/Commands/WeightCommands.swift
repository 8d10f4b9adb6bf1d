import Reactor

/// Logs a weight: it shows at once, and is confirmed or withdrawn when the service answers.
struct LogWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.add([record])) { weights in .add(try await weights.add([record])) }
    }
}
