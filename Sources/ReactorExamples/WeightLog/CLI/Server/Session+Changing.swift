#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Terminal

extension Session {
    /// Makes a change: through the log's own service, or, where the log has a server, on the way there. It is on the disk
    /// and shows then.
    func make(_ change: Change) async throws {
        guard let outbox else { return try await perform(change) }
        try await outbox.enqueue(change.keyed)
        try await kept()
    }

    /// Deletes every weight.
    func erase() async throws {
        guard outbox != nil else { return try await perform(EraseWeights()) }
        for record in await state.book.records { try await make(.delete(record)) }
    }

    /// Hands over to the server's queue what was logged before there was a server.
    func hand() async throws {
        guard let outbox else { return }
        let refused = Set(await outbox.queue.deadLetters.map(\.change).filter { $0.action == .put }.map(\.record.id))
        let unknown = await state.book.records.filter { $0.key == nil }
        guard !unknown.isEmpty else { return }
        // One that was refused is with the refused changes; its taking out of the log did not reach the disk.
        for record in unknown where refused.contains(record.id) {
            core.fire(event: ChangeConfirmed(saved: .delete(record)))
        }
        try await outbox.enqueue(Change.add(unknown.filter { !refused.contains($0.id) }).keyed)
        try await kept()
    }

    private func perform(_ change: Change) async throws {
        switch change {
        case .add(let records) where records.count == 1: try await perform(LogWeight(record: records[0]))
        case .add(let records): try await perform(ImportWeights(records: records))
        case .update(let record): try await perform(EditWeight(record: record))
        case .delete(let record): try await perform(DeleteWeight(record: record))
        }
    }
}

extension Change {
    /// With a key for each record that it adds: nobody else makes the same.
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
