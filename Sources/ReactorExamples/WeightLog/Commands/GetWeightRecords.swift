import Reactor

/// Brings what the service has. Asked for again while it runs, it starts over.
///
/// The answer goes to where the log was when the question was asked: below what is pending, and below what was confirmed
/// since, which the service may not have known of yet.
struct GetWeightRecords: Command {
    static let options = CommandOptions(id: "weights.refresh", policy: .restart)

    func execute(state: Weights, core: Core<Weights>) async throws {
        let mark = core.mark()
        do {
            let book = try await core.dependencies.weights.list()
            core.fire(event: RecordsArrived(book: book), .authoritative(asOf: mark))
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"), .authoritative(asOf: mark))
            throw error
        }
    }
}
