/// A class or an actor that is notified of a state, or of a selection of it, whenever it has changed.
///
/// A core holds its subscribers weakly. Updates to one subscriber come one after another, never at the same time, in
/// the order of the states. `update(with:)` may be synchronous, asynchronous, isolated to an actor or to the main
/// actor; it runs where it is declared, and not on the core unless the core is pinned there too.
///
/// ```swift
/// @MainActor
/// final class TotalLabel: Subscriber {
///     var text = ""
///     func update(with state: Int) { text = "\(state)" }
/// }
/// ```
public protocol Subscriber<Value>: AnyObject, Sendable {
    /// The value that the subscriber receives: the whole state or a selection of it.
    associatedtype Value: Sendable

    /// Receives a value. The next update waits until this one has returned.
    func update(with state: Value) async
}

/// The delivery of values that change while a subscriber is busy.
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

/// A subscription of a closure. It ends when this is cancelled or released.
///
/// ```swift
/// let subscription = core.subscribe(to: \.count) { count in print(count) }
/// subscription.cancel()
/// ```
public final class Subscription: Sendable {
    private let inbox: Inbox
    private let detach: @Sendable (Inbox) -> Void
    private let onEnd: (@Sendable () -> Void)?

    init(inbox: Inbox, onEnd: (@Sendable () -> Void)? = nil, detach: @escaping @Sendable (Inbox) -> Void) {
        self.inbox = inbox
        self.onEnd = onEnd
        self.detach = detach
    }

    deinit { end(isReleased: true) }

    /// Ends the subscription. When it has returned on the actor that the closure is isolated to, the closure does
    /// not start again. Elsewhere, a call that has begun, or is beginning on another thread, continues. May be
    /// called often, from any thread.
    ///
    /// - Complexity: O(1), however many subscriptions there are.
    public func cancel() { end(isReleased: false) }

    private func end(isReleased: Bool) {
        guard inbox.stop(isReleased: isReleased) else { return }
        detach(inbox)
        onEnd?()
    }
}
