import Reactor

/// Shows a change at once, sends it in turn with the others of its row, and puts the server's answer in its place.
///
/// When the answer is lost it rolls back and reads.
struct ChangeRow<App: Recipe>: Command {
    var change: Change
    let network: Network

    var options: CommandOptions { CommandOptions(owner: App.self) }

    func execute(state: App, core: Core<App>) {
        let id = change.operation.id
        let inTurn = CommandOptions(id: "row \(id)", policy: .enqueue, owner: App.self)
        guard !change.isPlain else {
            core.perform(options: inTurn) { [change, network] core in
                do {
                    // A read that came back behind it would hide what is saved.
                    try await core.changing(about: [id]) {
                        let known = try await network.change(change.request, change.operation)
                        core.fire(event: RowReceived(known: known), .authoritative)
                    }
                } catch is Network.Lost {
                    App.refresh(page: nil, at: core, network)
                } catch is Network.Refused {}
            }
            return
        }
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
