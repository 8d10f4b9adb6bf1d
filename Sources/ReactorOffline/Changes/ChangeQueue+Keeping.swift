import Reactor
import ReactorRecording

extension ChangeQueue {
    /// Why the journal could not give an entry back: a change that it does not hold would be lost, and one that cannot be
    /// read would lock out all others.
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
