import Reactor
import ReactorQueries
import Synchronization

/// Shows a change immediately, sends it after the other changes of its row, and then refetches its queries.
struct ChangeQueriedRow<App: Recipe>: Command {
    var change: Change
    var tags: [QueryTag]
    let network: Network

    var options: CommandOptions { CommandOptions(owner: App.self) }

    func execute(state: App, core: Core<App>) async throws {
        try await core.optimistically(RowChanged(change: change), invalidating: tags) { _ in
            let known = Mutex<Result<Known, any Error>>(.failure(CancellationError()))
            let inTurn = CommandOptions(id: "row \(change.operation.id)", policy: .enqueue, owner: App.self)
            _ = await core.perform(options: inTurn) { _ in
                do {
                    let answer = try await network.change(change.request, change.operation)
                    known.withLock { $0 = .success(answer) }
                } catch {
                    known.withLock { $0 = .failure(error) }
                }
            }.outcome
            return .commit(with: [RowReceived(known: try known.withLock { try $0.get() })])
        }
    }
}
