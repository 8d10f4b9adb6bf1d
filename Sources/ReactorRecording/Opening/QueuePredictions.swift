import Reactor

/// The first event of the prediction of a queued change. It identifies the queue that resolves the prediction.
package protocol QueuePrediction: Event {}

/// The predictions of change queues that were pending when a core's journal ended, until their queues are opened.
package final class QueuePredictions: CoreCompanion {
    package struct Item: Sendable {
        package let id: PredictionID
        package let events: [any Event]
    }

    /// The journal of the core, or nil if it is not recorded.
    package let journal: Journal?
    private let items = Guarded<[Item]>([])

    fileprivate init(_ journal: Journal?) { self.journal = journal }

    func add(_ item: Item) { items.withLock { $0.append(item) } }

    /// Removes and returns the predictions of which this is true, in the order of creation.
    package func take(where isTaken: (Item) -> Bool) -> [Item] {
        items.withLock { items in
            defer { items.removeAll(where: isTaken) }
            return items.filter(isTaken)
        }
    }

    package func coreClosed() {}
}

extension Core {
    /// The predictions of queues in the core's journal.
    package nonisolated func queuePredictions(_ journal: Journal? = nil) -> QueuePredictions {
        let new = QueuePredictions(journal)
        let found = companion("queue predictions") { new } ?? new
        if found === new {
            _ = observeResets { [weak new] ids in _ = new?.take { ids.contains($0.id) } }
        }
        return found
    }
}
