import Reactor

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Shows a weight immediately, and restores the whole previous log when the service refuses it: changes in between are lost.
struct NaiveLogWeight: LoggingCommand {
    let record: WeightRecord

    func execute(state: Weights, core: Core<Weights>) async throws {
        let before = await core.read { $0.book }
        core.fire(event: ChangeConfirmed(saved: .add([record])))
        do {
            for event in try await core.dependencies.weights.carryOut([.add([record])]).events {
                core.fire(event: event)
            }
        } catch {
            core.fire(event: RecordsArrived(book: WeightBook(records: before.records, nextID: before.nextID)))
            throw error
        }
    }
}
