import Reactor

/// Reads the rows, and places them at the beginning of the read.
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
