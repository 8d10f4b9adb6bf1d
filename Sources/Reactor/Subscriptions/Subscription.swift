/// A subscription of a closure. It ends when this is cancelled or released.
///
/// ```swift
/// let subscription = core.subscribe(to: \.count) { count in print(count) }
/// subscription.cancel()
/// ```
public final class Subscription: Sendable {
    private let member: Member
    private let mailbox: Mailbox

    init(member: Member, mailbox: Mailbox) {
        self.member = member
        self.mailbox = mailbox
    }

    deinit { cancel() }

    /// Ends the subscription. Returned on the actor that the closure is isolated to, the closure does not start again;
    /// elsewhere, a call that has begun, or is beginning on another thread, goes on. May be called often, from any thread.
    public func cancel() {
        member.stop()
        mailbox.post(.detach(member))
    }
}
