import Reactor

/// Reads the rows, and puts them where the read began.
struct ReadMarkedRows: Command {
    var page: Int?
    let network: Network

    var options: CommandOptions { CommandOptions(owner: MarkedRows.self) }

    func execute(state: MarkedRows, core: Core<MarkedRows>) async throws {
        let mark = core.mark()
        let listing = try await network.list(page: page)
        core.fire(event: RowsReceived(listing: listing), .authoritative(asOf: mark))
    }
}
