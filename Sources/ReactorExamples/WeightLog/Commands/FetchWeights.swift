import Reactor
import WeightService

/// Brings what the server has, when nothing waits to be pushed there.
struct FetchWeights: Command {
    let client: WeightClient
    /// Numbers that are not to be given.
    let taken: [Int]
    /// Told how many of the weights cannot be shown: they are none that a person can have.
    let skipped: @Sendable (Int) -> Void

    func execute(state: Weights, core: Core<Weights>) async throws {
        let mark = core.mark()
        do {
            var weights: [ServerWeight] = []
            var count = 0
            for try await item in client.list() {
                count += 1
                guard let day = try? Day(parsing: item.day.description), let weight = Weight(grams: item.grams) else {
                    continue
                }
                weights.append(ServerWeight(key: item.id, reading: Reading(day: day, weight: weight)))
            }
            if weights.count < count { skipped(count - weights.count) }
            let book = state.book.numbering(above: taken).merged(with: weights)
            core.fire(event: RecordsArrived(book: book), .authoritative(asOf: mark))
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"), .authoritative(asOf: mark))
            throw error
        }
    }
}
