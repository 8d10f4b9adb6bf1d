import Reactor

/// Shows a change immediately, sends it after the other changes of its row, and replaces it with the server's response.
///
/// If the response is lost, it rolls back and reads.
struct ChangeRow<App: Recipe>: Command {
    var change: Change
    let network: Network

    var options: CommandOptions { CommandOptions(owner: App.self) }

    func execute(state: App, core: Core<App>) {
        let id = change.operation.id
        let inTurn = CommandOptions(id: "row \(id)", policy: .enqueue, owner: App.self)
        // A plain save is a prediction that changes nothing: its response is placed at the beginning of the save, above earlier
        // confirmed changes and below later changes of the user.
        let prediction = core.predict(RowChanged(change: change), about: [id])
        core.perform(options: inTurn) { [change, network] core in
            do {
                let known = try await network.change(change.request, change.operation)
                prediction.commit(with: [RowReceived(known: known)])
            } catch {
                prediction.rollback()
                if error is Network.Lost { App.refresh(page: nil, at: core, network) }
            }
        }
    }
}
