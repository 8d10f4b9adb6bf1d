/// An event in the mailbox.
///
/// It cannot be copied: lent to the reducer where it is, an event costs one copy less of its existential, which was a
/// twentieth of what a small event costs.
@usableFromInline
package struct WaitingEvent: ~Copyable {
    @usableFromInline package let event: any Event

    @inlinable
    package init(_ event: any Event) { self.event = event }
}
