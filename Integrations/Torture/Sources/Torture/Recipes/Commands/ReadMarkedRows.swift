import Reactor
import ReactorTesting

/// Reads the rows, and places them at the beginning of the read.
struct ReadMarkedRows: Command {
    var page: Int?
    let network: Network

    var options: CommandOptions { CommandOptions(owner: MarkedRows.self) }

    func execute(state: MarkedRows, core: Core<MarkedRows>) async throws {
        let read = core.beginRead()
        let listing = try await network.list(page: page)
        read.respond(with: RowsReceived(listing: listing))
    }
}
