extension OptimisticLedger {
    /// The predictions that are not settled, in the order of their ids. O(n log n).
    package var pending: [PendingPrediction] { log.predictions.values.sorted { $0.id < $1.id } }

    /// The marks that are held, in the order of their ids.
    package var marks: [MarkID] { log.marks.keys.sorted() }

    /// The prediction, when it is pending. O(1).
    package func pending(_ id: PredictionID) -> PendingPrediction? { log.predictions[id] }

    /// True when a pending prediction is about the entity. O(1).
    package func isPending(_ entity: LedgerEntity) -> Bool { log.entities[entity] != nil }

    /// The pending predictions about the entity, in the order of their ids. O(pending) when there is one.
    package func pending(about entity: LedgerEntity) -> [PendingPrediction] {
        isPending(entity) ? pending.filter { $0.entities.contains(entity) } : []
    }
}
