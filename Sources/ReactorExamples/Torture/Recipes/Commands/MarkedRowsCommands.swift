import Reactor

/// Shows a change at once, and sends it in turn with the others of its row.
struct ChangeMarkedRow: Command {
    var change: Change
    let network: Network

    var options: CommandOptions { CommandOptions(owner: MarkedRows.self) }

    func execute(state: MarkedRows, core: Core<MarkedRows>) {
        let id = change.operation.id
        let inTurn = CommandOptions(id: "row \(id)", policy: .enqueue, owner: MarkedRows.self)
        guard !change.isPlain else {
            core.perform(options: inTurn) { [change, network] core in
                do {
                    let known = try await network.change(change.request, change.operation)
                    core.fire(event: RowReceived(known: known), .authoritative)
                } catch is Network.Lost {
                    core.fire(command: RefreshMarkedRows(network: network))
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
                if error is Network.Lost { core.fire(command: RefreshMarkedRows(network: network)) }
            }
        }
    }
}

/// Reads the rows, and puts them where the read began.
struct RefreshMarkedRows: Command {
    var page: Int?
    let network: Network

    var options: CommandOptions { CommandOptions(owner: MarkedRows.self) }

    func execute(state: MarkedRows, core: Core<MarkedRows>) async throws {
        let mark = core.mark()
        let listing = try await network.list(page: page)
        core.fire(event: RowsReceived(listing: listing), .authoritative(asOf: mark))
    }
}
