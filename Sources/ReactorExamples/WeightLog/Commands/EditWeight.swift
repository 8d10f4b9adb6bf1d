import Reactor

/// Puts a record in the place of the one with its number.
struct EditWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.update(record)) { weights in .update(try await weights.update(record)) }
    }
}
