extension Runtime {
    /// A report of a core: a refused event, backpressure, or misuse.
    ///
    /// ``Runtime/report`` receives every report, in debug and release builds. The description contains the fault, the
    /// place, and the fix. A core reports a refusal each time, and a repeated mistake once.
    public struct Report: Sendable, CustomStringConvertible {
        /// The subject of the report.
        package let subject: Subject

        package init(_ subject: Subject) { self.subject = subject }

        /// The refusal of an event or a command; nil for other reports, which require a fix in the program.
        public var refusal: Refusal? { if case .refused(let refusal) = subject { refusal } else { nil } }

        /// The error of a command that failed without being handled. The description of the report contains the description
        /// of the error, and so perhaps values. A log that must not contain values can write the type of the error instead.
        public var error: (any Error)? {
            switch subject {
            case .unhandledFailure(_, let error), .failedAfterEnd(_, let error): error
            default: nil
            }
        }

        /// Whether the report requires a fix in the program.
        package var isMisuse: Bool { refusal.map { $0.reason == .closed } ?? true }

        public var description: String { subject.description }

        /// Prints misuse to standard error, and ignores other reports. The default of ``Runtime/report``.
        ///
        /// Refusals are part of normal work, for example a late response after a ``Reset``. Refusals by a closed core are
        /// misuse.
        public static let printMisuse: @Sendable (Report) -> Void = { report in
            if report.isMisuse { StandardError.write("Reactor: \(report)\n") }
        }
    }
}

extension Runtime.Report {
    /// The subject of a report.
    package enum Subject: Sendable {
        /// An event or a command was not applied.
        case refused(Refusal)
        /// The closed core refused equal events or commands this often. Reported once, when the core is released.
        case refusedOften(Refusal, count: Int)
        /// An event or a command was fired inside `react(to:)`. Reported once for each type.
        case firedInsideReact(String)
        /// A subscriber or a reaction keeps firing events that trigger it again. Reported once for each core.
        case endlessCascade(String, depth: Int)
        /// More values are waiting for a `.every` subscription than its limit. Reported each time the limit is
        /// exceeded.
        case subscriberBehind(subscription: String, waiting: Int)
        /// A subscriber was released before its first update. A core holds its subscribers weakly. Reported once for
        /// each line that adds one.
        case subscriberNotHeld(type: String, at: CallSite)
        /// The ``Subscription`` of a closure was released before its first call, which ended it. Reported once for each
        /// line that subscribes.
        case subscriptionNotHeld(value: String, at: CallSite)
        /// The body of a canceled command did not return within its grace, so the commands that waited for it start
        /// without it. Reported once for each type of command.
        case commandIgnoresCancellation(command: String, launch: UInt64)
        /// A command ended its own wish, ignored the cancellation of its task, and fired a thousand events. It is canceled.
        case endlessAfterOwnWish(command: String, launch: UInt64)
        /// A command failed, and neither the outcome of its ``CommandEnded`` nor that of its handle was read. Reported
        /// once for each type of command and of error.
        case unhandledFailure(command: String, error: any Error)
        /// The body of a command that was cancelled, or timed out, threw an error other than a cancellation. Reported once for each
        /// type of command and of error.
        case failedAfterEnd(command: String, error: any Error)
        /// A core was closed, and bodies of commands did not return within the grace of `close`.
        case closedOver(commands: [String])
        /// An ``Assign`` from an ``ObservableCore`` was applied, and no state handled it. Reported once for each name.
        case unclaimedAssignment(name: String)
        /// A prediction was released before it was resolved, and is rolled back. Reported once for each line that
        /// begins one.
        case predictionReleased(PredictionID, begun: CallSite)
        /// A prediction that changed rows of ``ServerRows`` was committed without the server's response, so the rows
        /// contain the change without a version. Reported once for each line that commits this way.
        case committedWithoutVersion(PredictionID, at: CallSite)
        /// A Reset was predicted, or placed below the end of the log, and was refused together with the other events of
        /// the call. Reported once for each type.
        case resetPredicted(String)
        /// An operation on a prediction or a mark was refused, mostly because it was resolved or used before. Reported
        /// once for each line and kind of refusal.
        case ledgerRefused(String, at: CallSite?)

        /// A read between changes has reached its limit, and its response is shown below a change that is still
        /// pending. Reported once for each line that reads.
        case readHeldUp(by: String, at: CallSite)
        /// A read between changes waits for a change that its own command has made. Reported once for each line.
        case readInsideChange(at: CallSite)
        /// A mistake that another module found, with its message. Reported once for each message.
        case mistake(String)
    }
}

extension Runtime.Report.Subject: CustomStringConvertible {
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
        case .endlessAfterOwnWish(let command, let launch):
            """
            Infinite loop: \(command) (launch \(launch)) ended its own wish, its task was canceled, and it has fired 1,000 events \
            since, so it is canceled. Let the cancellation end its loop: do not catch the error of a sleep, or check \
            Task.isCancelled.
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
