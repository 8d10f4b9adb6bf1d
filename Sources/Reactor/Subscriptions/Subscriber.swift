/// A class or an actor that is notified of a state, or of a selection of it, when it changes.
///
/// ```swift
/// @MainActor
/// final class TotalLabel: Subscriber {
///     var text = ""
///     func update(with state: Int) { text = "\(state)" }
/// }
/// ```
///
/// A core holds its subscribers weakly. Updates of one subscriber never overlap, and have the order of the states.
/// `update(with:)` can be synchronous, asynchronous, or isolated to an actor such as the main actor. It runs in the
/// isolation of its declaration, and not on the core, unless the core is pinned to the same actor.
public protocol Subscriber<Value>: AnyObject, Sendable {
    /// The value that the subscriber receives: the whole state or a selection of it.
    associatedtype Value: Sendable

    /// Receives a value. The next update waits until this one has returned.
    func update(with state: Value) async
}

/// The rule for values that change while a subscriber is busy.
public enum Delivery: Sendable, Hashable {
    /// Only the newest value is delivered. A slow subscriber skips the values in between, so no queue grows. An
    /// `Equatable` selection never delivers the same value twice in a row.
    case latest

    /// A value is delivered for each event or group, in order, even if it is equal to the previous one. If more than
    /// `limit` values wait, this is reported, once until the number has dropped to half of the limit. No value is
    /// dropped.
    case every(limit: Int)

    /// A value is delivered for each event or group. More than 10,000 waiting values are reported.
    public static var every: Delivery { .every(limit: 10_000) }
}

/// The subscription of a closure. It ends when it is canceled or released, so keep it.
///
/// ```swift
/// let subscription = core.subscribe(to: \.count) { count in print(count) }
/// subscription.cancel()
/// ```
public final class Subscription: Sendable {
    private let inbox: Inbox

    init(inbox: Inbox) { self.inbox = inbox }

    deinit { end(isReleased: true) }

    /// Ends the subscription. Can be called more than once, from any thread.
    ///
    /// After a call on the actor of the closure has returned, the closure is not called again. After a call elsewhere,
    /// an update that has begun, or is beginning on another thread, continues.
    ///
    /// The closure is released, with the objects that it retains, after its last call, even if you keep the
    /// subscription. So an object can store the subscription of a closure that retains the object, and cancel it.
    ///
    /// - Complexity: O(1).
    public func cancel() { end(isReleased: false) }

    private func end(isReleased: Bool) {
        guard inbox.stop(isReleased: isReleased) else { return }
        inbox.detach()
        inbox.onEnd.take()?()
    }
}
