import Reactor

// Eight small events, as programs have them. A reducer determines the type of its event by up to eight casts.

/// Carries a ticket.
public struct Created: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Renamed: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Moved: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Tagged: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Shared: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Archived: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Restored: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}

/// Carries a ticket.
public struct Deleted: Event, Codable {
    @usableFromInline let ticket: Ticket

    /// The event of a ticket.
    @inlinable
    public init(ticket: Ticket) { self.ticket = ticket }
}
