/// Misuse that the engine finds: firing from inside a reducer, and updates that bring themselves about.
extension Engine {
    /// Whether this engine is what the calling thread is busy with, inside `react(to:)` or a refold.
    static func reacting(with mailbox: ObjectIdentifier) -> Engine? {
        applying { ObjectIdentifier($0.mailbox) == mailbox && $0.phase == .reacting }
    }

    /// Something was fired from inside `react(to:)`: it is kept for a report.
    ///
    /// - Returns: whether it is to wait in the mailbox. A refold applies events that were applied before, and what their
    ///   reducers fired was fired then; what is released in a refold fires for the first time.
    func admitsFromInside(_ name: String) -> Bool {
        firedInside.append(name)
        guard let fold = LogFold.progress, let entry = fold.pointee.position?.entry else { return true }
        fold.pointee.fired += 1
        guard fold.pointee.fired > firedFromEntry[entry, default: 0] else { return false }
        firedFromEntry[entry] = fold.pointee.fired
        return true
    }

    /// An operation that was not admitted came from a refold, where everything happened before: it is dropped.
    func drop(_ operation: Operation) {
        switch operation {
        case .launch(let handle): handle.end(.dropped)
        case .ledger(let request): if case .begin(let id) = request.step.kind { withdrawn.insert(id) }
        default: break
        }
    }

    /// Reports, once, what brings itself about without an end.
    func noteGeneration(_ generation: Int, _ name: @autoclosure () -> String) {
        guard generation >= Engine.manyGenerations && !hasReportedCascade else { return }
        hasReportedCascade = true
        runtime.report(Report(.endlessCascade(name(), generations: generation)))
    }

    /// No program means to go round so often without something from outside.
    static let manyGenerations = 10_000

    /// Reports what was fired from inside `react(to:)`.
    func reportFiredInside() {
        let types = firedInside
        firedInside = []
        for type in types { runtime.report(Report(.firedInsideReact(type))) }
    }
}
