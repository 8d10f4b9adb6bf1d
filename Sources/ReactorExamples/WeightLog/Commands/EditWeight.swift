import Reactor

/// Puts a record in the place of the one with its number.
struct EditWeight: Command {
    let changeID: Change.ID
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        let change = Change(id: changeID, kind: .update(record))
        core.fire(event: ChangePredicted(change: change))
        try await core.carryOut(change) { weights in .update(try await weights.update(record)) }
    }
}
