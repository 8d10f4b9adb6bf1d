import Reactor

/// Reads the rows. The position of the response does not matter, as long as it is below the unconfirmed changes.
struct ReadVersionedRows: Command {
    var page: Int?
    let network: Network

    var options: CommandOptions { CommandOptions(owner: VersionedRows.self) }

    func execute(state: VersionedRows, core: Core<VersionedRows>) async throws {
        core.fire(event: RowsReceived(listing: try await network.list(page: page)), .authoritative)
    }
}
