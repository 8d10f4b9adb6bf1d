/// An optimistic change that is not certain yet. Resolve it once, from any thread.
///
/// ``Core/optimistically(_:about:owner:retry:fileID:line:perform:onFailure:)`` does so by itself; this is for flows that do
/// not fit a closure.
///
/// ```swift
/// let prediction = core.predict(Logged(id: "a", kilograms: 80.5))
/// prediction.commit(with: [Saved(id: "a", kilograms: 80.4)])
/// ```
///
/// One that is released unresolved is rolled back, and reported with the place where it was begun.
public final class Prediction: Sendable {
    /// Its number, in the order of beginning.
    public let id: PredictionID
    private let predictions: PredictionRegistry
    private let post: PostLedgerRequest
    let begun: CallSite
    private let isResolved = Guarded(false)

    init(id: PredictionID, predictions: PredictionRegistry, begun: CallSite, post: @escaping PostLedgerRequest) {
        self.id = id
        self.predictions = predictions
        self.begun = begun
        self.post = post
    }

    deinit {
        predictions.remove(id)
        if !wasResolved() {
            post(LedgerRequest(.rollback(id), at: begun, isAbandoned: true))
        }
    }

    /// Predicts further events, as one. When one of them is refused, by a middleware for example, the whole
    /// prediction is rolled back. If the command was cancelled, its appended events are refused, like events that
    /// it fires.
    public func append(_ events: [any Event], fileID: StaticString = #fileID, line: UInt = #line) {
        post(LedgerRequest(.append(id), events, at: CallSite(fileID, line)))
    }

    /// Confirms it in its position. The visible state does not change, and no subscriber is notified.
    public func commit(fileID: StaticString = #fileID, line: UInt = #line) {
        resolve(.commit, fileID: fileID, line: line)
    }

    /// Puts events in the place where it began: the server's answer; and appends others, which follow from it. Subscribers are
    /// notified once, of both. When one of the first is refused, by a middleware say, it is rolled back instead, and nothing
    /// is appended.
    ///
    /// The events in `following` are in the log above all events since the prediction began. The core itself applies
    /// them, as it does the resolution: they arrive also if the command was cancelled in the meantime.
    public func commit(
        with events: [any Event], then following: [any Event] = [], fileID: StaticString = #fileID, line: UInt = #line
    ) {
        resolve(.commitWith(events, then: following), fileID: fileID, line: line)
    }

    /// Rolls it back, and appends events: the message for the user. Subscribers are notified once, of both.
    ///
    /// - Complexity: the reducer runs again for every event since the oldest pending prediction began, also where this is the
    ///   newest: of the states in between none is kept, since each would make the next change copy what it touches. However
    ///   many are rolled back in one turn of the core, it runs once for all of them.
    public func rollback(with events: [any Event] = [], fileID: StaticString = #fileID, line: UInt = #line) {
        resolve(.rollback(events), fileID: fileID, line: line)
    }

    /// Resolves it as said.
    package func resolve(_ resolution: Resolution, fileID: StaticString = #fileID, line: UInt = #line) {
        _ = wasResolved()
        predictions.remove(id)
        let site = CallSite(fileID, line)
        let request =
            switch resolution {
            case .commit: LedgerRequest(.commit(id), at: site)
            case .commitWith(let events, let following): LedgerRequest(.replace(id), events, at: site, then: following)
            case .rollback(let events): LedgerRequest(.rollback(id), events, at: site)
            }
        post(request)
    }

    /// Whether it was resolved before; it is from now on.
    private func wasResolved() -> Bool {
        isResolved.withLock { isResolved in
            defer { isResolved = true }
            return isResolved
        }
    }
}

/// The end of a prediction: commit or rollback.
public enum Resolution: Sendable {
    /// It is confirmed in its position.
    case commit
    /// The first events take its place: what the server made of it. The others are appended.
    case commitWith([any Event], then: [any Event])
    /// It is rolled back, and these events are appended: the message for the user.
    case rollback([any Event])

    /// These events take the prediction's place: what the server made of it; and others, which follow from it, are appended.
    public static func commit(with events: [any Event], then following: [any Event] = []) -> Resolution {
        .commitWith(events, then: following)
    }

    /// It is rolled back, and these events, a message for the user, are appended.
    public static func rollback(with events: [any Event] = []) -> Resolution { .rollback(events) }
}

/// The numbers of predictions and marks, and the predictions that can still be resolved.
final class PredictionRegistry: Sendable {
    private struct Numbers {
        var lastPrediction: UInt64 = 0
        var lastMark: UInt64 = 0
        var lastRead: UInt64 = 0
        var open: [PredictionID: Reference] = [:]
    }

    private struct Reference {
        weak var prediction: Prediction?
    }

    private let content = Guarded(Numbers())

    /// Continues to count after these.
    func resume(lastPrediction: PredictionID, lastMark: MarkID) {
        content.withLock { content in
            content.lastPrediction = max(content.lastPrediction, lastPrediction.rawValue)
            content.lastMark = max(content.lastMark, lastMark.rawValue)
        }
    }

    /// A prediction with the next number.
    func make(begun: CallSite, post: @escaping PostLedgerRequest) -> Prediction {
        let id = content.withLock { content in
            content.lastPrediction += 1
            return PredictionID(content.lastPrediction)
        }
        return hold(id, begun: begun, post: post)
    }

    /// The prediction with this number, which is pending already.
    func hold(_ id: PredictionID, begun: CallSite, post: @escaping PostLedgerRequest) -> Prediction {
        let prediction = Prediction(id: id, predictions: self, begun: begun, post: post)
        content.withLock { $0.open[id] = Reference(prediction: prediction) }
        return prediction
    }

    /// A mark with the next number.
    func makeMark(of core: ObjectIdentifier, post: @escaping PostLedgerRequest) -> Mark {
        let id = content.withLock { content in
            content.lastMark += 1
            return MarkID(content.lastMark)
        }
        return Mark(id: id, core: core, post: post)
    }

    /// A read with the next number.
    func makeRead(
        about entities: [LedgerEntity], isFirst: Bool, learns: Bool, limit: Duration?, at site: CallSite,
        onShown: @escaping @Sendable () -> Void
    ) -> ServerRead {
        let id = content.withLock { content in
            content.lastRead += 1
            return content.lastRead
        }
        return ServerRead(
            id: id, about: entities, isFirst: isFirst, learns: learns, limit: limit, at: site, onShown: onShown)
    }

    /// A prediction that was not resolved yet and is still held.
    func find(_ id: PredictionID) -> Prediction? { content.withLock { $0.open[id]?.prediction } }

    func remove(_ id: PredictionID) { content.withLock { $0.open[id] = nil } }
}

/// Puts a request in its place among the events of a core.
typealias PostLedgerRequest = @Sendable (LedgerRequest) -> Void

/// A requested step on the ledger, along with the data that a core needs for it. It keeps its place among the
/// events.
final class LedgerRequest: Sendable {
    /// The requested step. The events of a rollback are its message to the user, which is appended after it.
    let step: LogStep
    /// The events that are appended after an answer.
    let then: [any Event]
    /// The place of the request, or the place at which the prediction was begun, if that prediction was released.
    let site: CallSite?
    /// The prediction that begins; without owners it takes the owners of the command that begins it.
    let prediction: PendingPrediction?
    let inheritsOwners: Bool
    /// The mark that is used.
    let mark: Mark?
    /// Whether the prediction was released unresolved, which is reported.
    let isAbandoned: Bool

    init(
        _ kind: LogStep.Kind, _ events: [any Event] = [], at site: CallSite? = nil,
        beginning prediction: PendingPrediction? = nil, inheritsOwners: Bool = false, mark: Mark? = nil,
        isAbandoned: Bool = false, then: [any Event] = []
    ) {
        // Nobody fires what a released prediction rolls back.
        step = LogStep(kind, events, at: isAbandoned ? nil : site)
        self.then = then
        self.site = site
        self.prediction = prediction
        self.inheritsOwners = inheritsOwners
        self.mark = mark
        self.isAbandoned = isAbandoned
    }
}
