import Reactor

/// Takes a weight out of the log.
struct DeleteWeight: Command {
    let changeID: Change.ID
    let recordID: WeightRecord.ID

    func execute(state: Weights, core: Core<Weights>) async throws {
        let change = Change(id: changeID, kind: .delete(recordID))
        core.fire(event: ChangePredicted(change: change))
        try await core.carryOut(change) { weights in
            try await weights.delete(recordID)
            return change.kind
        }
    }
}
