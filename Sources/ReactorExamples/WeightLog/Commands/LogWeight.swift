import Reactor

/// Logs a weight: it shows at once, and is confirmed or withdrawn when the service answers.
struct LogWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        let change = Change(id: record.id, kind: .add([record]))
        // An answer may come at once, and must find the prediction that it settles.
        _ = await core.fire(command: OptimisticallyAddWeightLog(change: change)).outcome
        try await core.carryOut(change) { weights in .add(try await weights.add([record])) }
    }
}
