/// A subscription of a closure. It ends when this is cancelled or released.
///
/// ```swift
/// let subscription = core.subscribe(to: \.count) { count in print(count) }
/// subscription.cancel()
/// ```
public final class Subscription: Sendable {
    private let inbox: Inbox
    private let mailbox: Mailbox

    init(inbox: Inbox, mailbox: Mailbox) {
        self.inbox = inbox
        self.mailbox = mailbox
    }

    deinit { end(isReleased: true) }

    /// Ends the subscription. Returned on the actor that the closure is isolated to, the closure does not start again;
    /// elsewhere, a call that has begun, or is beginning on another thread, goes on. May be called often, from any thread.
    ///
    /// - Complexity: O(1), however many subscriptions there are.
    public func cancel() { end(isReleased: false) }

    private func end(isReleased: Bool) {
        if inbox.stop(isReleased: isReleased) { mailbox.post(.detach(inbox)) }
    }
}
