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

    /// Ends the subscription. An update that has begun goes on; no other begins after this has returned. May be called
    /// often, from any thread.
    public func cancel() {
        member.stop()
        mailbox.post(.detach(member))
    }
}
