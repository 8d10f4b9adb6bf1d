/// The status of a loaded value: the value, the activity, and the outcome of the last run.
///
/// ```swift
/// struct Records: State {
///     var all = RequestStatus<[Double], String>()
///
///     mutating func react(to event: any Event) {
///         if all.react(to: event, as: "records") { return }
///         if event is RecordsOutdated { all.invalidate() }
///     }
/// }
/// ```
///
/// The three are independent, because a screen can show data, a spinner and an error at the same time. The status is a
/// value in your state. Only its methods change it: a ``Load`` of the same name through
/// ``RequestStatus/react(to:as:row:)``, and your reducer with ``invalidate()`` and similar methods.
///
/// The table lists the next state for each activity and method. The methods with an id belong to the load. A dash means
/// "does not apply": nothing changes and the method returns false, so that a response to another run, or a progress
/// after the end, is ignored. Values that are not listed are preserved: a new run preserves the stored value and the
/// last outcome, a failure preserves the stored value.
///
/// | | idle | running, this id | running, another id |
/// |---|---|---|---|
/// | `start(id)` | running, attempt 1 | – | – |
/// | `retry(id, attempt:)` | – | running, this attempt, no progress, if it is a later attempt | – |
/// | `report(id, progress)` | – | running, this progress, if it is not lower | – |
/// | `show(id, …)` | – | running, stores the value from the server as stale | – |
/// | `succeed(id, …)` | – | idle, succeeded, stores the value from the server | – |
/// | `fail(id, …)` | – | idle, failed | – |
/// | `cancel(id)` | – | idle, canceled | – |
/// | `cancel()` | – | idle, canceled | idle, canceled |
/// | `update(_:)` | changes the stored value | changes the stored value | changes the stored value |
/// | `invalidate()` | marks the stored value as stale | the same, and the next value of the run | the same |
/// | `dismissOutcome()` | no outcome | no outcome | no outcome |
///
/// Pass a value from an earlier time to ``init(initial:)``: it is shown, and reloaded. `update` does not apply without
/// a stored value, `invalidate` not if nothing is stored or runs, or everything is stale already, and `dismissOutcome`
/// not without an outcome. A status that is reset or canceled during a run ignores the response of this run.
public struct RequestStatus<Value, Failure> {
    /// The stored value and its date; nil until a value is loaded.
    package internal(set) var held: CachedValue?
    /// The current activity.
    package internal(set) var activity: Activity
    /// The outcome of the last run. It remains while a new run is in progress.
    public internal(set) var outcome: Outcome

    /// Creates an idle status without a value.
    public init() {
        held = nil
        activity = .idle
        outcome = .none
    }

    /// Creates a status with an initial value, which is stale, so that the next load replaces it.
    public init(initial value: Value) {
        held = CachedValue(value: value, updatedAt: nil, source: .initial, isStale: true)
        activity = .idle
        outcome = .none
    }

    /// A stored value with its source and its date.
    package struct CachedValue {
        /// The value.
        package internal(set) var value: Value
        /// The date of the response; nil for an initial value.
        package internal(set) var updatedAt: Timestamp?
        /// The source of the value.
        package internal(set) var source: Source
        /// Whether the value should be reloaded.
        package internal(set) var isStale: Bool
    }

    /// The source of a value.
    package enum Source: String, CaseIterable, Codable, Sendable {
        /// The app.
        case initial
        /// A response from the server.
        case server
    }

    /// The activity of a request.
    package enum Activity: Hashable, Codable, Sendable {
        /// No run is in progress.
        case idle
        /// This run is in progress, in this attempt. `isOutdated` is true if the status was invalidated since the attempt
        /// began, and otherwise nil, as in older recordings.
        case running(RequestID, attempt: Int, progress: Progress?, isOutdated: Bool? = nil)
    }

    /// The progress of a run.
    public struct Progress: Hashable, Codable, Sendable {
        /// The completed amount.
        public var completed: Int64
        /// The total amount; nil if it is not known.
        public var total: Int64?

        /// Creates a progress.
        package init(_ completed: Int64, of total: Int64? = nil) {
            self.completed = completed
            self.total = total
        }

        /// The completed fraction, from 0 to 1; nil if the total is not known.
        public var fraction: Double? {
            guard let total, total > 0 else { return nil }
            return min(max(Double(completed) / Double(total), 0), 1)
        }
    }

    /// The outcome of a run.
    public enum Outcome {
        /// No run has ended yet, or the outcome was dismissed.
        case none
        /// The run ended with a response, which is stored.
        case succeeded
        /// The run ended with an error. The stored value is preserved.
        case failed(Failure)
        /// The run was canceled. The stored value is preserved.
        case cancelled
    }
}

extension RequestStatus: Sendable where Value: Sendable, Failure: Sendable {}
extension RequestStatus: Equatable where Value: Equatable, Failure: Equatable {}
extension RequestStatus: Hashable where Value: Hashable, Failure: Hashable {}
extension RequestStatus: Encodable where Value: Encodable, Failure: Encodable {}
extension RequestStatus: Decodable where Value: Decodable, Failure: Decodable {}

extension RequestStatus.CachedValue: Sendable where Value: Sendable {}
extension RequestStatus.CachedValue: Equatable where Value: Equatable {}
extension RequestStatus.CachedValue: Hashable where Value: Hashable {}
extension RequestStatus.CachedValue: Encodable where Value: Encodable {}
extension RequestStatus.CachedValue: Decodable where Value: Decodable {}

extension RequestStatus.Outcome: Sendable where Failure: Sendable {}
extension RequestStatus.Outcome: Equatable where Failure: Equatable {}
extension RequestStatus.Outcome: Hashable where Failure: Hashable {}
extension RequestStatus.Outcome: Encodable where Failure: Encodable {}
extension RequestStatus.Outcome: Decodable where Failure: Decodable {}

/// The id of a run, which distinguishes its response from those of other runs.
package struct RequestID: NumberedID, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number of the launch.
    package let rawValue: UInt64

    /// Creates an id with a number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an id from a literal.
    package init(integerLiteral value: UInt64) { self.init(value) }

    /// `request 3`, as in messages.
    public var description: String { "request \(rawValue)" }
}
