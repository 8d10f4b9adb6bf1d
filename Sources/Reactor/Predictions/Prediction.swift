/// An optimistic update that is not confirmed yet. Resolve it once, from any thread.
///
/// ```swift
/// let prediction = core.predict(Logged(id: "a", kilograms: 80.5))
/// prediction.commit(with: [Saved(id: "a", kilograms: 80.4)])
/// ```
///
/// Use a prediction for flows that do not fit the closure of
/// ``Core/optimistically(_:about:owner:retry:fileID:line:perform:onFailure:)``, which always resolves its prediction. A
/// prediction that is released unresolved is rolled back, and reported with the place at which it was begun.
public final class Prediction: Sendable {
    /// The id of the prediction. Ids ascend in the order in which predictions begin.
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
            post(LedgerRequest(.rollback(id), at: begun, isAbandoned: true), nil)
        }
    }

    /// Predicts more events, as a group. If one of them is refused, for example by a middleware, the whole prediction
    /// is rolled back.
    ///
    /// If the command was canceled, the appended events are refused, like other events that it fires.
    public func append(
        _ events: [any Event], fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) {
        post(LedgerRequest(.append(id), events, at: CallSite(fileID, line)), isolation)
    }

    /// Commits the prediction: its events become permanent in their position. The visible state does not change, and no
    /// subscriber is notified.
    public func commit(
        fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) {
        resolve(.commit, fileID: fileID, line: line, isolation: isolation)
    }

    /// Replaces the events of the prediction by the server's response, and appends events that follow from it.
    /// Subscribers are notified once, of both.
    ///
    /// If a middleware refuses an event of the response, the prediction is rolled back and nothing is appended.
    ///
    /// The events in `following` are in the log above all events since the prediction began. The core applies the
    /// response and these events even if the command was canceled in the meantime.
    ///
    /// - Parameters:
    ///   - events: The events of the response. They are placed where the prediction began.
    ///   - following: The events that are appended afterwards.
    ///   - fileID: The file of the call, for recordings and tests. Use the default.
    ///   - isolation: The actor of the caller. Use the default.
    public func commit(
        with events: [any Event], then following: [any Event] = [], fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) {
        resolve(.commit(with: events, then: following), fileID: fileID, line: line, isolation: isolation)
    }

    /// Rolls the prediction back, and appends events, such as a message for the user. Subscribers are notified once, of
    /// both.
    ///
    /// - Complexity: The reducer runs again for every event since the oldest pending prediction began, even for the
    ///   newest prediction: no states in between are retained, because each would make the next change copy the storage
    ///   that it changes. If several predictions are rolled back together, the reducer runs once for all of them.
    public func rollback(
        with events: [any Event] = [], fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) {
        resolve(.rollback(with: events), fileID: fileID, line: line, isolation: isolation)
    }

    /// Resolves the prediction.
    package func resolve(
        _ resolution: Resolution, fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) {
        _ = wasResolved()
        predictions.remove(id)
        let site = CallSite(fileID, line)
        let request =
            switch resolution.kind {
            case .commit: LedgerRequest(.commit(id), at: site)
            case .replace(let events, let following): LedgerRequest(.replace(id), events, at: site, then: following)
            case .rollback(let events): LedgerRequest(.rollback(id), events, at: site)
            }
        post(request, isolation)
    }

    /// Marks the prediction as resolved, and returns whether it was resolved before.
    private func wasResolved() -> Bool {
        isResolved.withLock { isResolved in
            defer { isResolved = true }
            return isResolved
        }
    }
}

/// The resolution of a prediction: a commit or a rollback.
public struct Resolution: Sendable {
    package enum Kind: Sendable {
        case commit
        /// Replaces the prediction by the first events, and appends the others.
        case replace([any Event], then: [any Event])
        /// Rolls the prediction back, and appends events.
        case rollback([any Event])
    }

    package let kind: Kind

    /// Commits the prediction in its position.
    public static let commit = Resolution(kind: .commit)

    /// Replaces the prediction by events, the server's response, and appends events that follow from it.
    public static func commit(with events: [any Event], then following: [any Event] = []) -> Resolution {
        Resolution(kind: .replace(events, then: following))
    }

    /// Rolls the prediction back, and appends events, such as a message for the user.
    public static func rollback(with events: [any Event] = []) -> Resolution {
        Resolution(kind: .rollback(events))
    }
}

/// The numbers of predictions, marks and reads, and the predictions that can still be resolved.
final class PredictionRegistry: Sendable {
    private struct Numbers {
        var lastPrediction: UInt64 = 0
        var lastMark: UInt64 = 0
        var lastRead: UInt64 = 0
        var open: [PredictionID: Reference] = [:]
        var lastObserver = 0
        var resets: [Int: ResetObserver] = [:]
    }

    /// An owner of predictions that handles a ``Reset`` of these types.
    private struct ResetObserver {
        let types: [ObjectIdentifier]
        let body: @Sendable ([PredictionID]) -> Void
    }

    private struct Reference {
        weak var prediction: Prediction?
    }

    private let content = Guarded(Numbers())

    /// Sets the last numbers.
    func resume(lastPrediction: PredictionID, lastMark: MarkID) {
        content.withLock { content in
            content.lastPrediction = max(content.lastPrediction, lastPrediction.rawValue)
            content.lastMark = max(content.lastMark, lastMark.rawValue)
        }
    }

    /// Creates a prediction with the next number.
    func make(begun: CallSite, post: @escaping PostLedgerRequest) -> Prediction {
        let id = content.withLock { content in
            content.lastPrediction += 1
            return PredictionID(content.lastPrediction)
        }
        return hold(id, begun: begun, post: post)
    }

    /// Creates the object for a prediction that is already pending.
    func hold(_ id: PredictionID, begun: CallSite, post: @escaping PostLedgerRequest) -> Prediction {
        let prediction = Prediction(id: id, predictions: self, begun: begun, post: post)
        content.withLock { $0.open[id] = Reference(prediction: prediction) }
        return prediction
    }

    /// Creates a mark with the next number.
    func makeMark(of core: ObjectIdentifier, post: @escaping PostLedgerRequest) -> Mark {
        let id = content.withLock { content in
            content.lastMark += 1
            return MarkID(content.lastMark)
        }
        return Mark(id: id, core: core, post: post)
    }

    /// Creates a read with the next number.
    func makeRead(
        about entities: [any Hashable & Sendable], isFirst: Bool, learns: Bool, limit: Duration?, at site: CallSite,
        owner: (any ServerReadOwner)?
    ) -> ServerRead {
        let id = content.withLock { content in
            content.lastRead += 1
            return content.lastRead
        }
        return ServerRead(
            id: id, about: entities.map { LedgerEntity(opened: $0) }, isFirst: isFirst, learns: learns, limit: limit,
            at: site, owner: owner)
    }

    /// The prediction with this id, if it was not resolved or released.
    func find(_ id: PredictionID) -> Prediction? { content.withLock { $0.open[id]?.prediction } }

    func remove(_ id: PredictionID) { content.withLock { $0.open[id] = nil } }

    /// Adds an observer of resets, which receives the predictions that a reset has rolled back.
    func observeResets(of types: [ObjectIdentifier], _ body: @escaping @Sendable ([PredictionID]) -> Void) -> Int {
        content.withLock { content in
            content.lastObserver += 1
            content.resets[content.lastObserver] = ResetObserver(types: types, body: body)
            return content.lastObserver
        }
    }

    func removeObserver(_ number: Int) { content.withLock { $0.resets[number] = nil } }

    /// Handles an applied ``Reset``.
    func wasReset(_ type: ObjectIdentifier, _ rolledBack: [PredictionID]) {
        let observers = content.withLock { $0.resets.isEmpty ? [:] : $0.resets }
        for (_, observer) in observers.sorted(by: { $0.key < $1.key }) where observer.types.contains(type) {
            observer.body(rolledBack)
        }
    }
}

/// Posts a request among the events of a core, for a caller on an actor.
typealias PostLedgerRequest = @Sendable (LedgerRequest, _ isolation: (any Actor)?) -> Void

/// A requested step on the ledger, with the data that a core needs for it. It is processed in order with the events.
final class LedgerRequest: Sendable {
    /// The requested step. The events of a rollback are appended after it.
    let step: LogStep
    /// The events that are appended after a response.
    let then: [any Event]
    /// The place of the request. For a released prediction, the place at which it was begun.
    let site: CallSite?
    /// The prediction that begins. If it has no owners, it inherits the owners of the command that begins it.
    let prediction: PendingPrediction?
    let inheritsOwners: Bool
    /// The mark of the request.
    let mark: Mark?
    /// Whether the prediction was released unresolved, which is reported.
    let isAbandoned: Bool

    init(
        _ kind: LogStep.Kind, _ events: [any Event] = [], at site: CallSite? = nil,
        beginning prediction: PendingPrediction? = nil, inheritsOwners: Bool = false, mark: Mark? = nil,
        isAbandoned: Bool = false, then: [any Event] = []
    ) {
        // The rollback of a released prediction has no call site.
        step = LogStep(kind, events, at: isAbandoned ? nil : site)
        self.then = then
        self.site = site
        self.prediction = prediction
        self.inheritsOwners = inheritsOwners
        self.mark = mark
        self.isAbandoned = isAbandoned
    }
}
