import Reactor

/// Reads when no change is on its way, and again where one crossed the read.
///
/// While it reads, one more that is asked for waits: what it is asked for may have happened behind the read.
struct ReadBetweenChanges: Command {
    let network: Network

    var options: CommandOptions {
        CommandOptions(id: "read", policy: .keepLatest, owner: UnversionedRows.self)
    }

    func execute(state: UnversionedRows, core: Core<UnversionedRows>) async throws {
        var number = state.lastRead
        repeat {
            if await core.read({ $0.isRead }) {
                for await isFree in core.updates(of: \.isFree) where isFree { break }
            }
            let ended = await core.read { $0.ended }
            number = await core.read { $0.lastRead } + 1
            let listing = try await network.list()
            core.fire(event: RowsRead(rows: listing.rows, number: number, ended: ended))
        } while await core.read { $0.lastRead } < number
    }
}
