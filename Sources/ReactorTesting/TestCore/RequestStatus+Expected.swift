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
    /// Returns a status whose load is in progress.
    ///
    /// - Parameters:
    ///   - previous: The previous status, whose value and outcome stay. By default a new status.
    ///   - launch: The number of the load among all commands of the core, from 1.
    ///   - attempt: The number of the attempt.
    ///   - completed: The progress that the load has reported, or nil if it has reported none.
    ///   - total: The total that it has reported, or nil if it is unknown.
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

    /// Returns a status with the value of a load that succeeded.
    ///
    /// - Parameters:
    ///   - value: The value that the load returned.
    ///   - time: The time of the response.
    public static func loaded(_ value: Value, at time: Timestamp) -> Self {
        ended(Self()) { $0.succeed($1, with: value, at: time) }
    }

    /// Returns a status whose last load failed.
    ///
    /// - Parameters:
    ///   - failure: The failure of the load.
    ///   - previous: The previous status, whose value stays. By default a new status.
    public static func failed(_ failure: Failure, _ previous: Self = Self()) -> Self {
        ended(previous) { $0.fail($1, with: failure) }
    }

    /// Returns a status whose last load was cancelled.
    ///
    /// - Parameter previous: The previous status, whose value stays. By default a new status.
    public static func cancelled(_ previous: Self = Self()) -> Self { ended(previous) { $0.cancel($1) } }

    private static func ended(_ previous: Self, _ end: (inout Self, RequestID) -> Bool) -> Self {
        var status = previous
        let id = status.runningID ?? RequestID(0)
        status.start(id)
        _ = end(&status, id)
        return status
    }
}
