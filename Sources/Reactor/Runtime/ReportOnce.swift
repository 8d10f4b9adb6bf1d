extension Runtime {
    /// This runtime, as one core reports to it: a mistake that is made again and again is reported once.
    func reportingOnce() -> Runtime {
        let known = Guarded<Set<ReportCause>>([])
        var runtime = self
        runtime.report = { [report] in
            if let cause = $0.subject.cause, !known.withLock({ $0.insert(cause).inserted }) { return }
            report($0)
        }
        return runtime
    }
}

/// The mistake that a report is about. One mistake is reported once.
private enum ReportCause: Hashable {
    case firedInsideReact(String)
    case notHeld(CallSite)
    case commandIgnoresCancellation(String)
    case unhandledFailure(command: String, error: ObjectIdentifier)
    case unclaimedAssignment(String)
    case predictionReleased(CallSite)
    case committedWithoutVersion(CallSite)
    case resetPredicted(String)
    case ledgerRefused(String, at: CallSite?)
    case read(at: CallSite)
    case mistake(String)
}

extension Report.Subject {
    /// Nil for what is reported each time: refusals are counted one by one, a queue that was short again has grown again,
    /// and a core closes once.
    fileprivate var cause: ReportCause? {
        switch self {
        case .refused, .refusedOften, .subscriberBehind, .endlessCascade, .closedOver: nil
        case .firedInsideReact(let type): .firedInsideReact(type)
        case .subscriberNotHeld(_, let site), .subscriptionNotHeld(_, let site): .notHeld(site)
        case .commandIgnoresCancellation(let command, _): .commandIgnoresCancellation(command)
        case .unhandledFailure(let command, let error):
            .unhandledFailure(command: command, error: ObjectIdentifier(type(of: error)))
        case .unclaimedAssignment(let name): .unclaimedAssignment(name)
        case .predictionReleased(_, let begun): .predictionReleased(begun)
        case .committedWithoutVersion(_, let site): .committedWithoutVersion(site)
        case .resetPredicted(let type): .resetPredicted(type)
        case .readHeldUp(_, let site), .readInsideChange(let site): .read(at: site)
        case .mistake(let sentence): .mistake(sentence)
        // The same sentence but for the number of the prediction or mark.
        case .ledgerRefused(let refusal, let site): .ledgerRefused(refusal.filter { !$0.isNumber }, at: site)
        }
    }
}
