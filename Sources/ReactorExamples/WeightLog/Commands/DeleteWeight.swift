import Reactor

/// Takes a weight out of the log.
struct DeleteWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.delete(record)) { weights in
            try await weights.delete(record.id)
            return .delete(record)
        }
    }
}
