/// How a subscription receives what happened while it was busy.
public enum Delivery: Sendable, Hashable {
    /// The newest value only: a slow subscriber skips what lies between, so nothing queues. An Equatable selection is
    /// never given the value that it was given last.
    case latest

    /// Once for each event or atomic group that was applied, in order, equal or not. When more than `limit` values wait
    /// for the subscriber, that is reported, once until no more than half as many wait; nothing is dropped.
    case every(limit: Int)

    /// Once for each event or atomic group, reported when more than 10,000 values wait.
    public static var every: Delivery { .every(limit: 10_000) }
}
