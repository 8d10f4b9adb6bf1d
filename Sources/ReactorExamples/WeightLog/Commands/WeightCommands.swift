import Reactor
import ExampleWeightService

/// Logs a weight: it shows at once, and is confirmed or rolled back when the service answers.
struct LogWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.add([record])) { weights in try await weights.add([record]) }
    }
}

/// Puts a record in the place of the one with its number.
struct EditWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.update(record)) { weights in try await weights.update(record) }
    }
}

/// Takes a weight out of the log.
struct DeleteWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.delete(record)) { weights in try await weights.delete(record.id) }
    }
}

/// Adds many weights as one change: all of them, or none.
struct ImportWeights: Command {
    let records: [WeightRecord]

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.add(records)) { weights in try await weights.add(records) }
    }
}

extension Change {
    /// The command that makes the change.
    var command: any Command<Weights> {
        switch self {
        case .add(let records) where records.count == 1: LogWeight(record: records[0])
        case .add(let records): ImportWeights(records: records)
        case .update(let record): EditWeight(record: record)
        case .delete(let record): DeleteWeight(record: record)
        }
    }
}

/// Deletes every weight. Not optimistic: what cannot be brought back does not show as gone before it is.
struct EraseWeights: Command {
    func execute(state: Weights, core: Core<Weights>) async throws {
        let emptied = try await core.dependencies.weights.deleteAll()
        core.fire(event: Reset<Weights>())
        core.fire(event: RecordsArrived(book: emptied), .authoritative)
    }
}

/// Brings what the server has, when nothing waits to be pushed there.
struct FetchWeights: Command {
    let client: WeightClient
    /// Numbers that are not to be given.
    let taken: [Int]
    /// Receives how many of the weights cannot be shown: they are none that a person can have.
    let skipped: @Sendable (Int) -> Void

    func execute(state: Weights, core: Core<Weights>) async throws {
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
/// The answer goes below what is pending. Where it is older than what was confirmed or pushed since it was asked for, the
/// newer version stays: it may land at any time.
struct GetWeightRecords: Command {
    var options: CommandOptions { CommandOptions(id: "weights.refresh", policy: .restart) }

    func execute(state: Weights, core: Core<Weights>) async throws {
        do {
            core.fire(event: RecordsArrived(book: try await core.dependencies.weights.list()), .authoritative)
        } catch {
            core.fire(event: RefreshFailed(reason: "\(error)"), .authoritative)
            throw error
        }
    }
}

extension Core<Weights> {
    /// Shows a change at once, has the service do it, and puts what the service made of it in its place; or takes it back
    /// and says why.
    ///
    /// - Throws: what the service throws.
    nonisolated(nonsending) func carryOut(
        _ change: Change, _ body: nonisolated(nonsending) (any WeightService) async throws -> SavedChange
    ) async throws {
        let parts = change.parts
        try await optimistically(
            ChangePredicted(change: parts[0]), about: change.touchedIDs, owner: Weights.self
        ) { prediction in
            if parts.count > 1 { prediction.append(parts.dropFirst().map { ChangePredicted(change: $0) }) }
            return .commit(with: try await body(dependencies.weights).events)
        } onFailure: { error in
            error is CancellationError ? [] : parts.map { ChangeRolledBack(change: $0, reason: "\(error)") }
        }
    }
}
