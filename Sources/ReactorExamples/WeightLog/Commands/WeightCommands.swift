import Reactor
import ExampleWeightService

/// Logs a weight: it shows at once, and is confirmed or rolled back when the service answers.
struct LogWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.add([record])) { weights in .add(try await weights.add([record])) }
    }
}

/// Puts a record in the place of the one with its number.
struct EditWeight: Command {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.update(record)) { weights in .update(try await weights.update(record)) }
    }
}

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

/// Adds many weights as one change: all of them, or none.
struct ImportWeights: Command {
    let records: [WeightRecord]

    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.carryOut(.add(records)) { weights in .add(try await weights.add(records)) }
    }
}

/// Deletes every weight. Not optimistic: what cannot be brought back does not show as gone before it is.
struct EraseWeights: Command {
    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.dependencies.weights.deleteAll()
        core.fire(event: Reset<Weights>())
        core.fire(command: GetWeightRecords(), options: GetWeightRecords.options)
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
        let mark = core.mark()
        do {
            var weights: [ServerWeight] = []
            var count = 0
            for try await item in client.listWeights() {
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

extension Core<Weights> {
    /// Shows a change at once, has the service do it, and puts what the service made of it in its place; or takes it back
    /// and says why.
    ///
    /// - Throws: what the service throws.
    nonisolated(nonsending) func carryOut(
        _ change: Change, _ body: nonisolated(nonsending) (any WeightService) async throws -> Change
    ) async throws {
        let parts = change.parts
        try await optimistically(
            ChangePredicted(change: parts[0]), about: change.touchedIDs, owner: Weights.self
        ) { prediction in
            if parts.count > 1 { prediction.append(parts.dropFirst().map { ChangePredicted(change: $0) }) }
            return .commit(with: try await body(dependencies.weights).parts.map { ChangeConfirmed(saved: $0) })
        } onFailure: { error in
            error is CancellationError ? [] : parts.map { ChangeRolledBack(change: $0, reason: "\(error)") }
        }
    }
}
