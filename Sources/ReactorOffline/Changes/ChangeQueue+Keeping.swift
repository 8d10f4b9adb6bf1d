import Reactor
import ReactorRecording

extension ChangeQueue {
    /// Returns the reason why the journal cannot store and restore an entry, or nil. A change that is not stored would
    /// be lost, and a change that cannot be decoded would make all others inaccessible.
    func unkeepable(_ event: some Event) -> String? {
        let catalog = ChangeQueueState<Change>.catalog
        do {
            let recorded = try catalog.encode(event)
            _ = try catalog.decode(recorded)
            let bytes = recorded.payload.count
            guard bytes > limits.error else { return nil }
            return
                "it has \(bytes) bytes, and the journal's limit is \(limits.error) bytes. Store large data in a file, and its path "
                + "in the change."
        } catch {
            return "\(error)"
        }
    }
}
