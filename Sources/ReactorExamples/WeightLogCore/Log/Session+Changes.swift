import Reactor
import ReactorFoundation
import ReactorOffline

extension Session {
    /// Makes a change that can be undone. It is on the disk and shows then.
    package func make(_ change: Change) async throws {
        let change = outbox == nil ? change : change.keyed
        let deed = DeedDone.events(change.words, change.rows(in: await state))
        try await carryOut([change], deed) { ChangeWeights(change, deed: deed) }
    }

    /// Deletes every weight.
    package func erase() async throws {
        let records = await state.book.records
        let deed = DeedDone.events("deleted every weight", records.map { ChangedRow(before: $0, after: nil) })
        try await carryOut(records.map { .delete($0) }, deed) { EraseWeights(deed: deed) }
    }

    /// Undoes or redoes the next deed of which anything is left.
    ///
    /// - Returns: the words of the deed, or nil if there is none.
    package func step(_ direction: Weights.Direction) async throws -> String? {
        while let (deed, event, changes) = await state.next(direction) {
            guard !changes.isEmpty else {
                core.fire(event: event)
                continue
            }
            if let outbox {
                try await outbox.enqueue(changes.map(\.keyed))
                core.fire(event: event)
                try await changed()
            } else {
                try await perform(ChangeWeights(changes, deed: [event]))
                hasChanged.withLock { $0 = true }
            }
            return deed.words
        }
        return nil
    }

    /// Makes changes through the log's own service, with their deed in one group, or enqueues them for the server. In that case the
    /// deed is recorded first: if the program is killed in between, it is a deed of which nothing is left to undo.
    private func carryOut(
        _ changes: [Change], _ deed: [any Event], _ command: () -> any Command<Weights>
    ) async throws {
        guard let outbox else {
            try await perform(command())
            return hasChanged.withLock { $0 = true }
        }
        core.fire(events: deed)
        try await kept()
        try await outbox.enqueue(changes)
        try await changed()
    }

    private func changed() async throws {
        try await kept()
        hasChanged.withLock { $0 = true }
    }

    /// Hands over to the server's queue what was logged before there was a server.
    package func hand() async throws {
        guard let outbox else { return }
        let refused = Set(await outbox.queue.deadLetters.map(\.change).filter { $0.action == .put }.map(\.record.id))
        let unknown = await state.book.records.filter { $0.key == nil }
        guard !unknown.isEmpty else { return }
        // One that was refused is with the refused changes; its taking out of the log did not reach the disk.
        for record in unknown where refused.contains(record.id) {
            core.fire(event: ChangeConfirmed(saved: .delete(record), version: 0))
        }
        try await outbox.enqueue([Change.add(unknown.filter { !refused.contains($0.id) }).keyed])
        try await kept()
    }
}

extension Change {
    /// The change with a key for each record that it adds: a UUID, so that no other device makes the same key.
    fileprivate var keyed: Change {
        guard case .add(let records) = self else { return self }
        return .add(
            records.map { record in
                var keyed = record
                keyed.key = record.key ?? UUID().uuidString.lowercased()
                return keyed
            })
    }
}

/// How much of a log has not reached its server.
package struct Standing: Hashable, Sendable {
    package var queued: Set<ChangeID> = []
    package var refused: Set<ChangeID> = []
    package var wantsToken = false
}

extension Session {
    /// The changes that wait, and those that were refused; empty for a log without a server.
    package var standing: Standing {
        get async {
            guard let queue = outbox?.queue else { return Standing() }
            return Standing(
                queued: Set(await queue.queued.map(\.id)), refused: Set(await queue.deadLetters.map(\.id)),
                wantsToken: await queue.status.isWaitingForCredentials)
        }
    }

    /// Fetches the weights of the server, once nothing waits to be pushed there, or those of the example log. A log on the device
    /// alone has nothing to fetch.
    ///
    /// - Parameter skipped: A closure that receives the number of weights that no person can have.
    package func fetch(skipped: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        guard let outbox else {
            if opened == nil { try await perform(GetWeightRecords()) }
            return
        }
        try await perform(FetchWeights(client: outbox.client, taken: await outbox.numbers, skipped: skipped))
    }
}
