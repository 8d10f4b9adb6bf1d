import Reactor
import ReactorFoundation
import ReactorOffline

extension Session {
    /// Makes a change that can be undone. It returns when the change is visible and, except in the example log, on the
    /// disk.
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

    /// Undoes or redoes the next deed that still has an effect to undo or redo.
    ///
    /// - Returns: The words of the deed, or nil if no deed is left.
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

    /// Makes changes through the service of the session, in one group with their deed, or enqueues them for the server.
    /// Before it enqueues changes, it records the deed. If the program is killed in between, undoing this deed has no
    /// effect.
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

    /// Enqueues the weights that were logged before the log had a server.
    package func hand() async throws {
        guard let outbox else { return }
        let refused = Set(await outbox.queue.deadLetters.map(\.change).filter { $0.action == .put }.map(\.record.id))
        let unknown = await state.book.records.filter { $0.key == nil }
        guard !unknown.isEmpty else { return }
        // The queue contains the refused put of this weight. Its removal from the log did not reach the disk.
        for record in unknown where refused.contains(record.id) {
            core.fire(event: ChangeConfirmed(saved: .delete(record), version: 0))
        }
        try await outbox.enqueue([Change.add(unknown.filter { !refused.contains($0.id) }).keyed])
        try await kept()
    }
}

extension Change {
    /// The change with a key for each added record. Keys are UUIDs, so that no other device creates the same key.
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

/// The changes of a log that have not reached its server.
package struct Standing: Hashable, Sendable {
    package var queued: Set<ChangeID> = []
    package var refused: Set<ChangeID> = []
    package var wantsToken = false
}

extension Session {
    /// The queued and the refused changes. They are empty for a log without a server.
    package var standing: Standing {
        get async {
            guard let queue = outbox?.queue else { return Standing() }
            return Standing(
                queued: Set(await queue.queued.map(\.id)), refused: Set(await queue.deadLetters.map(\.id)),
                wantsToken: await queue.status.isWaitingForCredentials)
        }
    }

    /// Fetches the weights of the server, or of the example log. It has no effect for a log on this device alone. Call
    /// it when the queue has no changes to push.
    ///
    /// - Parameter skipped: A closure that receives the number of weights that are outside of the possible range, or
    ///   have a day outside of the accepted years.
    package func fetch(skipped: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        guard let outbox else {
            if opened == nil { try await perform(GetWeightRecords()) }
            return
        }
        try await perform(FetchWeights(client: outbox.client, taken: await outbox.numbers, skipped: skipped))
    }
}
