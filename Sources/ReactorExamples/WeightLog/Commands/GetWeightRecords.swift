import Reactor

/// Brings what the service has. Asked for again while it runs, it starts over, so that an older answer never lands
/// over a newer one.
struct GetWeightRecords: Command {
    static let options = CommandOptions(id: "weights.refresh", policy: .restart)

    func execute(state: Weights, core: Core<Weights>) async throws {
        core.fire(event: RefreshBegan())
        do {
            core.fire(event: RecordsArrived(book: try await core.dependencies.weights.list()))
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"))
            throw error
        }
    }
}
