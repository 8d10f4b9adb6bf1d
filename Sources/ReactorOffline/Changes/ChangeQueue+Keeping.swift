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
            return bytes > limits.error ? Errors.tooLong(bytes: bytes, limit: limits.error) : nil
        } catch {
            return "\(error)"
        }
    }
}
