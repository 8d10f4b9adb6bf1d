extension Runtime {
    /// This runtime for one core: it reports a repeated mistake once.
    func reportingOnce() -> Runtime {
        let known = Guarded<Set<String>>([])
        var runtime = self
        runtime.report = { [report] in
            if let mistake = $0.subject.mistake, !known.withLock({ $0.insert(mistake).inserted }) { return }
            report($0)
        }
        return runtime
    }
}

extension Runtime.Report.Subject {
    /// The key of the mistake; nil for a report that is repeated each time. Refusals are counted one by one, each
    /// backpressure report means that a queue has grown again, and a core closes once.
    fileprivate var mistake: String? {
        switch self {
        case .refused, .refusedOften, .subscriberBehind, .endlessCascade, .closedOver: nil
        case .firedInsideReact, .unclaimedAssignment, .resetPredicted, .mistake: description
        case .commandIgnoresCancellation(let command, _): "cancellation \(command)"
        case .endlessAfterOwnWish(let command, _): "own wish \(command)"
        case .unhandledFailure(let command, let error): "failure \(command) \(ObjectIdentifier(type(of: error)))"
        case .failedAfterEnd(let command, let error): "late \(command) \(ObjectIdentifier(type(of: error)))"
        case .subscriberNotHeld(_, let site), .subscriptionNotHeld(_, let site): "not held \(site)"
        case .predictionReleased(_, let site): "released \(site)"
        case .committedWithoutVersion(_, let site): "committed \(site)"
        case .readHeldUp(_, let site), .readInsideChange(let site): "read \(site)"
        // The message without the number of the prediction or mark.
        case .ledgerRefused(let refusal, let site): "\(refusal.filter { !$0.isNumber }) \(site.map { "\($0)" } ?? "")"
        }
    }
}
