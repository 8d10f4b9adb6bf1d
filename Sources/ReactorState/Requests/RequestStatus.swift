/// The status of a loaded value: the value, the activity, and the outcome of the last run.
///
/// The three are independent, because a screen can show data, a spinner and an error at the same time. The status is a value in
/// your state. Only its methods change it: a `Load` of the same name through `react(to:as:)`, and your reducer with
/// ``invalidate()`` and similar methods.
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
/// The table lists the next state for each activity and method; the methods with an id belong to the load. A dash
/// means "does not apply": nothing changes and the method returns false, so that a response to another run, or a
/// progress after the end, is ignored. Values that are not listed are preserved: a new run preserves the stored
/// value and the last outcome, a failure preserves the stored value.
///
/// | | idle | running, this id | running, another id |
/// |---|---|---|---|
/// | `start(id)` | running, attempt 1 | – | – |
/// | `retry(id, attempt:)` | – | running, that attempt, no progress, when it is a later one | – |
/// | `report(id, progress)` | – | running, that progress, when it is not lower | – |
/// | `succeed(id, …)` | – | idle, succeeded, holds the value from the server | – |
/// | `fail(id, …)` | – | idle, failed | – |
/// | `cancel(id)` | – | idle, cancelled | – |
/// | `cancel()` | – | idle, cancelled | idle, cancelled |
/// | `update(_:)` | changes the stored value | the same | the same |
/// | `invalidate()` | the stored value is stale | the same | the same |
/// | `dismissOutcome()` | no outcome | the same | the same |
///
/// Pass a value from an earlier time to `init(initial:)`: it is shown, and reloaded. `update` does not apply
/// without a stored value, `invalidate` also not if the value is stale already, and `dismissOutcome` not without an
/// outcome.
public struct RequestStatus<Value, Failure> {
    /// The stored value and its time; nil as long as no value was loaded.
    package internal(set) var held: Held?
    /// The current activity.
    package internal(set) var activity: Activity
    /// The outcome of the last run. It stays while a new run is in progress.
    public internal(set) var outcome: Outcome

    /// Nothing held, nothing going on.
    public init() {
        held = nil
        activity = .idle
        outcome = .none
    }

    /// Holds a value that no request brought. Stale: the first look may load it.
    public init(initial value: Value) {
        held = Held(value: value, updatedAt: nil, source: .initial, isStale: true)
        activity = .idle
        outcome = .none
    }

    /// A value, with where it is from and how old it is.
    package struct Held {
        /// The value.
        package internal(set) var value: Value
        /// When the source said so; nil for an initial value.
        package internal(set) var updatedAt: Timestamp?
        /// Where it is from.
        package internal(set) var source: Source
        /// Whether the value should be reloaded.
        package internal(set) var isStale: Bool
    }

    /// Where a value is from.
    package enum Source: String, CaseIterable, Codable, Sendable {
        /// Given by the app.
        case initial
        /// Answered by the server.
        case server
    }

    /// The activity of a request.
    package enum Activity: Hashable, Codable, Sendable {
        /// Nothing.
        case idle
        /// This run is on its way, in its nth attempt, so far.
        case running(RequestID, attempt: Int, progress: Progress?)
    }

    /// The progress of a run.
    public struct Progress: Hashable, Codable, Sendable {
        /// The completed amount.
        public var completed: Int64
        /// Of how much, nil while that is not known.
        public var total: Int64?

        /// So much of so much.
        package init(_ completed: Int64, of total: Int64? = nil) {
            self.completed = completed
            self.total = total
        }

        /// From 0 to 1, nil while the total is not known.
        public var fraction: Double? {
            guard let total, total > 0 else { return nil }
            return min(max(Double(completed) / Double(total), 0), 1)
        }
    }

    /// The outcome of a run.
    public enum Outcome {
        /// None has ended yet, or the user has seen how it did.
        case none
        /// With an answer, which is held.
        case succeeded
        /// With an error. The stored value is preserved.
        case failed(Failure)
        /// Without a result. The stored value is preserved.
        case cancelled
    }
}

extension RequestStatus: Sendable where Value: Sendable, Failure: Sendable {}
extension RequestStatus: Equatable where Value: Equatable, Failure: Equatable {}
extension RequestStatus: Hashable where Value: Hashable, Failure: Hashable {}
extension RequestStatus: Encodable where Value: Encodable, Failure: Encodable {}
extension RequestStatus: Decodable where Value: Decodable, Failure: Decodable {}

extension RequestStatus.Held: Sendable where Value: Sendable {}
extension RequestStatus.Held: Equatable where Value: Equatable {}
extension RequestStatus.Held: Hashable where Value: Hashable {}
extension RequestStatus.Held: Encodable where Value: Encodable {}
extension RequestStatus.Held: Decodable where Value: Decodable {}

extension RequestStatus.Outcome: Sendable where Failure: Sendable {}
extension RequestStatus.Outcome: Equatable where Failure: Equatable {}
extension RequestStatus.Outcome: Hashable where Failure: Hashable {}
extension RequestStatus.Outcome: Encodable where Failure: Encodable {}
extension RequestStatus.Outcome: Decodable where Failure: Decodable {}

/// Names one run of a request, so that the answer of another run is not taken for its.
package struct RequestID: NumberedID, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number.
    package let rawValue: UInt64

    /// The id with this number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The id with the number that is written in the source.
    package init(integerLiteral value: UInt64) { self.init(value) }

    /// `request 3`, as in messages.
    public var description: String { "request \(rawValue)" }
}
