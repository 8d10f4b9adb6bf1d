import Reactor

/// Reads between the app's own changes.
///
/// While it reads, another requested read waits: the reason for the request may have occurred after the read.
struct ReadBetweenChanges: Command {
    let network: Network

    var options: CommandOptions {
        CommandOptions(id: "read", policy: .keepLatest, owner: UnversionedRows.self)
    }

    func execute(state: UnversionedRows, core: Core<UnversionedRows>) async throws {
        // Without a limit: here no request hangs for ever.
        try await core.readBetweenChanges(limit: nil) {
            [RowsReceived(listing: try await network.list())]
        }
    }
}
