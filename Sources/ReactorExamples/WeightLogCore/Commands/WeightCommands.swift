import Reactor
import ExampleWeightService

/// A command that makes changes together. They are visible immediately, and are confirmed or rolled back by the
/// response of the service.
package struct ChangeWeights: Command {
    let changes: [Change]
    /// The events that are recorded in one group with the confirmation.
    let deed: [any Event]

    package init(_ changes: Change..., deed: [any Event] = []) { self.init(changes, deed: deed) }

    package init(_ changes: [Change], deed: [any Event]) { (self.changes, self.deed) = (changes, deed) }

    package func execute(state: Weights, core: Core<Weights>) async throws { try await core.carryOut(changes, deed) }
}

/// A command that deletes every weight. It is not optimistic: the weights stay visible until the service has deleted
/// them.
package struct EraseWeights: Command {
    var deed: [any Event] = []

    package func execute(state: Weights, core: Core<Weights>) async throws {
        let emptied = try await core.dependencies.weights.deleteAll()
        core.fire(events: [Reset<Weights>(), RecordsArrived(book: emptied)] + deed)
    }
}

/// A command that fetches the weights of the server. Run it when no changes are queued.
package struct FetchWeights: Command {
    let client: WeightClient
    /// The numbers that a new weight must not receive.
    let taken: [Int]
    /// The closure that receives the number of weights outside of the possible range or of the accepted years.
    let skipped: @Sendable (Int) -> Void

    package func execute(state: Weights, core: Core<Weights>) async throws {
        do {
            var weights: [ServerWeight] = []
            var count = 0
            var version: Int?
            for try await page in client.listWeights().byPage {
                // Later pages may contain newer weights, so the version of the first page applies. The next fetch
                // updates it.
                if version == nil { version = page.raw?.headers.weightsVersion }
                count += page.items.count
                weights += page.items.compactMap { item in
                    guard let day = try? Day(parsing: item.day.description), let weight = Weight(grams: item.grams)
                    else { return nil }
                    return ServerWeight(key: item.id, reading: Reading(day: day, weight: weight))
                }
            }
            if weights.count < count { skipped(count - weights.count) }
            // A lower version means that the server was restored, for example from a backup. Its weights replace all
            // known weights.
            if let known = state.weights.newest, let told = version, told < known { version = nil }
            let book = state.book.numbering(above: taken).merged(with: weights, asOf: version)
            core.fire(event: RecordsArrived(book: book), .authoritative)
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"), .authoritative)
            throw error
        }
    }
}

/// A command that fetches the records of the service. If it is fired again while it runs, it restarts.
///
/// The response is applied below pending changes. If a change was confirmed or pushed since the request, the newer
/// version is preserved: the response may arrive at any time.
package struct GetWeightRecords: Command {
    package init() {}

    package var options: CommandOptions { CommandOptions(id: "weights.refresh", policy: .restart) }

    package func execute(state: Weights, core: Core<Weights>) async throws {
        do {
            core.fire(event: RecordsArrived(book: try await core.dependencies.weights.list()), .authoritative)
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"), .authoritative)
            throw error
        }
    }
}

extension Core<Weights> {
    /// Shows changes immediately, and calls the service. A success replaces them with the result, and a failure rolls
    /// them back and reports the reason. A cancellation is not reported.
    ///
    /// - Parameter deed: The events that are recorded in one group with the confirmation.
    /// - Throws: The error of the service.
    nonisolated(nonsending) func carryOut(_ changes: [Change], _ deed: [any Event]) async throws {
        let parts = changes.flatMap(\.parts)
        guard let first = parts.first else { return }
        try await optimistically(
            ChangePredicted(change: first), about: changes.flatMap(\.touchedIDs), owner: Weights.self
        ) { prediction in
            if parts.count > 1 { prediction.append(parts.dropFirst().map { ChangePredicted(change: $0) }) }
            return .commit(with: try await dependencies.weights.carryOut(changes).events + deed)
        } onFailure: { error in
            error is CancellationError ? [] : parts.map { ChangeRolledBack(change: $0, reason: "\(error)") }
        }
    }
}
