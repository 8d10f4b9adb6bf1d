/// The error of a command until its outcome is read. If it is released before that, it is reported.
///
/// The `CommandEnded` event and the handle share it. A reducer, middleware, reaction or awaiting caller that reads the
/// outcome of either has handled the failure. Only failures have one, so a command that finishes pays nothing.
final class UnreadFailure: Sendable {
    private let command: String
    private let error: any Error
    private let isRead = Guarded(false)
    private let reports: Reports

    init(command: String, error: any Error, reports: FailureReports) {
        self.command = command
        self.error = error
        self.reports = Reports(reports)
    }

    deinit {
        if !isRead.withLock({ $0 }) { reports.reports?.add(command, error) }
    }

    func read() { isRead.withLock { $0 = true } }

    /// Weak, because the closure that receives reports can retain a failure.
    private final class Reports: @unchecked Sendable {
        // Sendable: the reference is set once, and reading a weak one is atomic.
        private(set) weak var reports: FailureReports?

        init(_ reports: FailureReports) { self.reports = reports }
    }
}

/// Reports the failures of one core that were not handled.
final class FailureReports: Sendable {
    private let report: @Sendable (Runtime.Report) -> Void

    init(report: @escaping @Sendable (Runtime.Report) -> Void) { self.report = report }

    func add(_ command: String, _ error: any Error) {
        report(Runtime.Report(.unhandledFailure(command: command, error: error)))
    }
}
