import Reactor
import ExampleWeightService

/// Makes changes as one: they are visible immediately, and are confirmed or rolled back when the service answers.
package struct ChangeWeights: Command {
    let changes: [Change]
    /// Events that are recorded together with the confirmation: all of them, or nothing.
    let deed: [any Event]

    package init(_ changes: Change..., deed: [any Event] = []) { self.init(changes, deed: deed) }

    package init(_ changes: [Change], deed: [any Event]) { (self.changes, self.deed) = (changes, deed) }

    package func execute(state: Weights, core: Core<Weights>) async throws { try await core.carryOut(changes, deed) }
}

/// Deletes every weight. Not optimistic: what cannot be brought back does not show as gone before it is.
package struct EraseWeights: Command {
    var deed: [any Event] = []

    package func execute(state: Weights, core: Core<Weights>) async throws {
        let emptied = try await core.dependencies.weights.deleteAll()
        core.fire(events: [Reset<Weights>(), RecordsArrived(book: emptied)] + deed)
    }
}

/// Brings what the server has, when nothing waits to be pushed there.
package struct FetchWeights: Command {
    let client: WeightClient
    /// Numbers that are not to be given.
    let taken: [Int]
    /// Receives how many of the weights cannot be shown: they are none that a person can have.
    let skipped: @Sendable (Int) -> Void

    package func execute(state: Weights, core: Core<Weights>) async throws {
        do {
            var weights: [ServerWeight] = []
            var count = 0
            var version: Int?
            for try await page in client.listWeights().byPage {
                // What a later page has may be newer; the next fetch says so.
                if version == nil { version = page.raw?.headers.weightsVersion }
                count += page.items.count
                weights += page.items.compactMap { item in
                    guard let day = try? Day(parsing: item.day.description), let weight = Weight(grams: item.grams)
                    else { return nil }
                    return ServerWeight(key: item.id, reading: Reading(day: day, weight: weight))
                }
            }
            if weights.count < count { skipped(count - weights.count) }
            // A server that went back, to a backup perhaps, has the last word on everything.
            if let known = state.weights.newest, let told = version, told < known { version = nil }
            let book = state.book.numbering(above: taken).merged(with: weights, asOf: version)
            core.fire(event: RecordsArrived(book: book), .authoritative)
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"), .authoritative)
            throw error
        }
    }
}

/// Brings what the service has. Asked for again while it runs, it starts over.
///
/// The response goes below pending changes. If it is older than a change that was confirmed or pushed since the
/// request, the newer version is preserved: the response may arrive at any time.
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
    /// Shows changes immediately, has the service carry them out, and replaces them with the result; or rolls them
    /// back and reports why.
    ///
    /// - Parameter deed: recorded in one group with the confirmation.
    /// - Throws: the errors of the service.
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
