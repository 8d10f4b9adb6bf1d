/// An event in the mailbox.
///
/// It cannot be copied, so that it is built where it waits, and lent to the reducer from there: the compiler copies an
/// existential that it reads through a pointer.
@usableFromInline
package struct WaitingEvent: ~Copyable {
    @usableFromInline package let event: any Event

    @inlinable
    package init(_ event: any Event) { self.event = event }
}
