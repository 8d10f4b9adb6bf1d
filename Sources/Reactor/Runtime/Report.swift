/// A report of a core to its runtime: refused events, pressure, or misuse.
///
/// A mistake in a loop is one mistake, so each core reports it once; what was refused is reported each time. Every report
/// reaches ``Runtime/report`` in debug and release builds alike. Its description contains the fault, the place, and the fix.
public struct Report: Sendable, CustomStringConvertible {
    /// What is wrong.
    package let subject: Subject

    package init(_ subject: Subject) { self.subject = subject }

    /// The event, or the command, that was not applied. Nil for pressure and misuse, which a programmer should mend.
    public var refusal: Refusal? { if case .refused(let refusal) = subject { refusal } else { nil } }

    /// The error of a command that failed and that no code has handled. The description repeats it, and so what the error says of
    /// values; a log that is to hold none takes the error's type.
    public var error: (any Error)? {
        switch subject {
        case .unhandledFailure(_, let error), .failedAfterEnd(_, let error): error
        default: nil
        }
    }

    /// Whether it reports a fault that a programmer should fix.
    package var isMisuse: Bool { refusal.map { $0.reason == .closed } ?? true }

    public var description: String { subject.description }

    /// Prints what a programmer should mend to standard error, and nothing else: the default of a runtime. Refusals are
    /// part of normal work (a late answer after a Reset), except those by a closed core.
    public static let printMisuse: @Sendable (Report) -> Void = { report in
        if report.isMisuse { StandardError.write("Reactor: \(report)\n") }
    }
}

extension Report {
    /// The subject of a report.
    package enum Subject: Sendable {
        /// An event, or a command, was not applied.
        case refused(Refusal)
        /// The closed core refused the same so often. Reported once, when the core is released.
        case refusedOften(Refusal, count: Int)
        /// Something was fired inside `react(to:)`. Reported once for each type.
        case firedInsideReact(String)
        /// A subscriber, or a reaction, continues to fire events that call it again. Reported once for each core.
        case endlessCascade(String, depth: Int)
        /// More values wait for a `.every` subscription than its limit. Reported once each time the limit is passed.
        case subscriberBehind(subscription: String, waiting: Int)
        /// A subscriber was released before its first update: a core holds its subscribers weakly. Reported once for each line
        /// that adds one.
        case subscriberNotHeld(type: String, at: CallSite)
        /// The ``Subscription`` to a closure was released before its first call, which ended it. Reported once for each line
        /// that subscribes.
        case subscriptionNotHeld(value: String, at: CallSite)
        /// The body of a cancelled command did not return within its grace; commands that waited for it continue
        /// without it. Reported once for each type of command.
        case commandIgnoresCancellation(command: String, launch: UInt64)
        /// A command failed, and its error was not looked at: neither at the outcome of its ``CommandEnded`` nor at that of
        /// its handle. Reported once for each type of command and of error.
        case unhandledFailure(command: String, error: any Error)
        /// The body of a command that was cancelled, or timed out, threw an error other than a cancellation. Reported once for each
        /// type of command and of error.
        case failedAfterEnd(command: String, error: any Error)
        /// A core was closed while bodies of commands had not returned within the grace that `close` was given.
        case closedOver(commands: [String])
        /// An ``Assign`` that a mirror fired was applied, and no state took it. Reported once for each name.
        case unclaimedAssignment(name: String)
        /// A prediction was released without having been resolved, and is rolled back. Reported once for each line that begins
        /// one.
        case predictionReleased(PredictionID, begun: CallSite)
        /// A prediction that changed the rows of ``ServerRows`` was committed without the server's response, so the
        /// rows contain the change without a version. Reported once for each line that commits this way.
        case committedWithoutVersion(PredictionID, at: CallSite)
        /// A Reset was predicted, or placed below the end of the log, and was refused together with its other
        /// events. Reported once for each type.
        case resetPredicted(String)
        /// An operation on a prediction or a mark was refused: it was resolved or used before, most often. Reported once for
        /// each line and kind of refusal.
        case ledgerRefused(String, at: CallSite?)

        /// A read between changes has waited for as long as it may, and is shown below what is still pending: that change.
        /// Reported once for each line that reads.
        case readHeldUp(by: String, at: CallSite)
        /// A command waits, in a read between changes, for its own change. Reported once for each line.
        case readInsideChange(at: CallSite)
        /// A mistake that a module above found, in its words. Reported once for each sentence.
        case mistake(String)
    }
}

extension Report.Subject: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .refusedOften(let refusal, let count):
            "\(refusal) The core refused it \(count) times in all. core.counts contains the number of all refusals."
        case .firedInsideReact(let type):
            """
            \(type) was fired inside react(to:), or in a deinit that react(to:) triggered. It will be applied, but a reducer \
            must not have side effects: replaying the log would fire it again. Fire it from a command, a reaction (On, While, \
            For) or a subscriber.
            """
        case .endlessCascade(let name, let depth):
            """
            Infinite loop: \(name) caused itself \(depth) times in a row. Look for a subscriber that fires on every update, or \
            a reaction whose command fires the event that triggers it, and fire only when there is work left to do.
            """
        case .subscriberBehind(let subscription, let waiting):
            """
            \(waiting) values wait for \(subscription), which is too slow (backpressure). Make its update faster, or subscribe \
            with delivery: .latest, which delivers only the newest value.
            """
        case .subscriberNotHeld(let type, let site):
            """
            \(type), added as a subscriber at \(site), was released before its first update. A core holds its subscribers \
            weakly: store the subscriber in a property for as long as it is to be updated.
            """
        case .subscriptionNotHeld(let value, let site):
            """
            The subscription to \(value), made at \(site), was released before its first call and has ended. Store the \
            Subscription that subscribe returns for as long as the closure is to be called, or call its cancel().
            """
        case .commandIgnoresCancellation(let command, let launch):
            """
            \(command) (launch \(launch)) was canceled and its body did not return within its grace, so the commands that \
            waited for it continue. Check Task.isCancelled in the body, or increase CommandOptions.grace.
            """
        case .unhandledFailure(let command, let error):
            """
            \(command) failed and nothing handled the error: \(error). Read the outcome of CommandEnded in react(to:), await \
            handle.outcome, or catch the error in the command. Reactor reports each error type once per command type.
            """
        case .failedAfterEnd(let command, let error):
            """
            \(command) threw an error after it was canceled or timed out: \(error). Its outcome does not contain the error. Catch \
            the error in the command, or throw CancellationError if the cancellation caused it. Reactor reports each error type \
            once per command type.
            """
        case .closedOver(let commands):
            """
            close(grace:) waited for its whole grace, and these commands had not returned: \(commands.joined(separator: ", ")). \
            Check Task.isCancelled in them, or increase the grace.
            """
        case .unclaimedAssignment(let name):
            """
            No state handled the assignment "\(name)". Check three things: the state lists it in its static assignables, its \
            react(to:) starts with "if assign(event) { return }", and every parent state forwards events to it.
            """
        case .predictionReleased(let id, let begun):
            """
            \(id), created at \(begun), was released before it was resolved, so it is rolled back. Keep the Prediction until \
            you call commit or rollback, or use optimistically(_:perform:onFailure:), which always resolves it.
            """
        case .committedWithoutVersion(let id, let site):
            """
            \(id), committed at \(site), changed rows in ServerRows without a version, so older data from the server can \
            overwrite them. Commit with the server's answer instead: .commit(with: [...]).
            """
        case .resetPredicted(let type): "\(LedgerRefusal.resetOutOfPlace(type))"
        case .ledgerRefused(let refusal, let site): refusal + (site.map { " Called at \($0)." } ?? "")
        case .readHeldUp(let change, let site):
            """
            The read at \(site) timed out waiting for \(change) which is still pending; its response is shown below that \
            change. Set a timeout for the request of the change, or resolve the prediction.
            """
        case .readInsideChange(let site): MisplacedRead(site: site).description
        case .mistake(let message): message
        }
    }
}
