import Reactor

// Eight small events, as programs have them. A reducer finds out which one it was given by up to eight casts.

/// Carries a ticket.
public struct Created: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Renamed: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Moved: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Tagged: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Shared: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Archived: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Restored: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Deleted: Event {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}
