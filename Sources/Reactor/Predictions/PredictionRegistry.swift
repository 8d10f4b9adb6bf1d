/// The numbers of predictions and marks, and the predictions that can still be settled.
final class PredictionRegistry: Sendable {
    private struct Content {
        var lastPrediction: UInt64 = 0
        var lastMark: UInt64 = 0
        var open: [PredictionID: Reference] = [:]
    }

    private struct Reference {
        weak var prediction: Prediction?
    }

    private let content = Guarded(Content())

    /// Goes on counting behind these.
    func resume(lastPrediction: PredictionID, lastMark: MarkID) {
        content.withLock { content in
            content.lastPrediction = lastPrediction.rawValue
            content.lastMark = lastMark.rawValue
        }
    }

    /// A prediction with the next number.
    func make(mailbox: Mailbox, begun: CallSite, cause: CommandHandle?, part: Part?) -> Prediction {
        let id = content.withLock { content in
            content.lastPrediction += 1
            return PredictionID(content.lastPrediction)
        }
        return hold(id, mailbox: mailbox, begun: begun, cause: cause, part: part)
    }

    /// The prediction with this number, which is pending already.
    func hold(
        _ id: PredictionID, mailbox: Mailbox, begun: CallSite, cause: CommandHandle? = nil, part: Part? = nil
    ) -> Prediction {
        let prediction = Prediction(
            id: id, mailbox: mailbox, predictions: self, begun: begun, cause: cause, part: part)
        content.withLock { $0.open[id] = Reference(prediction: prediction) }
        return prediction
    }

    /// A mark with the next number.
    func makeMark(mailbox: Mailbox) -> Mark {
        let id = content.withLock { content in
            content.lastMark += 1
            return MarkID(content.lastMark)
        }
        return Mark(id: id, mailbox: mailbox)
    }

    /// A prediction that was not settled yet and that somebody holds.
    func find(_ id: PredictionID) -> Prediction? { content.withLock { $0.open[id]?.prediction } }

    func remove(_ id: PredictionID) { content.withLock { $0.open[id] = nil } }
}
