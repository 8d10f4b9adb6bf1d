import Reactor

/// Adds many weights as one change: all of them, or none.
struct ImportWeights: Command {
    let changeID: Change.ID
    let records: [WeightRecord]

    func execute(state: Weights, core: Core<Weights>) async throws {
        let change = Change(id: changeID, kind: .add(records))
        _ = await core.fire(command: OptimisticallyAddWeightLog(change: change)).outcome
        try await core.carryOut(change) { weights in .add(try await weights.add(records)) }
    }
}
