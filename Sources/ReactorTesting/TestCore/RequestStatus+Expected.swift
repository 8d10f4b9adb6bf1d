import Reactor

/// The statuses that a test of a ``Load`` expects.
///
/// ```swift
/// struct Shelf: State, Equatable {
///     var books = RequestStatus<[String], String>()
///     mutating func react(to event: any Event) { _ = books.react(to: event, as: "books") }
/// }
///
/// let core = TestCore(state: Shelf())
/// core.core.load("books", \.books) { _ in ["Emma"] }
/// try await core.receive(StatusChange<[String]>.self) { $0.books = .loading(launch: 1) }
/// let time = Timestamp.now(in: core.core.runtime)
/// try await core.receive(StatusChange<[String]>.self) { $0.books = .loaded(["Emma"], at: time) }
/// try await core.finish()
/// ```
extension RequestStatus {
    /// A status whose load is in progress.
    ///
    /// - Parameters:
    ///   - previous: the status before, whose value and outcome stay; a new status by default.
    ///   - launch: the number of the load among all commands of the core, from 1 on.
    ///   - attempt: the number of the attempt.
    ///   - completed: the part that the load has reported as done; nil if it has reported nothing.
    ///   - total: the whole that it has reported; nil if that is unknown.
    public static func loading(
        _ previous: Self = Self(), launch: UInt64, attempt: Int = 1, completed: Int64? = nil, of total: Int64? = nil
    ) -> Self {
        var status = previous
        let id = RequestID(launch)
        status.start(id)
        status.retry(id, attempt: attempt)
        if let completed { status.report(id, Progress(completed, of: total)) }
        return status
    }

    /// A status that holds the value of a load that succeeded.
    ///
    /// - Parameters:
    ///   - value: the value that the load returned.
    ///   - time: the time of the response.
    public static func loaded(_ value: Value, at time: Timestamp) -> Self {
        ended(Self()) { $0.succeed($1, with: value, at: time) }
    }

    /// A status whose last load failed.
    ///
    /// - Parameters:
    ///   - failure: the failure that the load ended with.
    ///   - previous: the status before, whose value stays; a new status by default.
    public static func failed(_ failure: Failure, _ previous: Self = Self()) -> Self {
        ended(previous) { $0.fail($1, with: failure) }
    }

    /// A status whose last load was cancelled.
    ///
    /// - Parameter previous: the status before, whose value stays; a new status by default.
    public static func cancelled(_ previous: Self = Self()) -> Self { ended(previous) { $0.cancel($1) } }

    private static func ended(_ previous: Self, _ end: (inout Self, RequestID) -> Bool) -> Self {
        var status = previous
        let id = status.runningID ?? RequestID(0)
        status.start(id)
        _ = end(&status, id)
        return status
    }
}
