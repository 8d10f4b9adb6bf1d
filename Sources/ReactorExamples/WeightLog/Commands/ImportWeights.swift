import Reactor

/// Adds many weights as one change: all of them, or none.
struct ImportWeights: Command {
    let records: [WeightRecord]

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.add(records)) { weights in .add(try await weights.add(records)) }
    }
}
