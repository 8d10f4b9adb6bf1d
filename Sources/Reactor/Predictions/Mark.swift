/// A position in the log at which a read began. It is the position for the read's response.
///
/// Take a mark just before the read, and use it once, with ``EventPlacement/authoritative(asOf:)``. While you retain it, the
/// log is stored from this position on. If it is released unused, the position is discarded.
package final class Mark: Sendable {
    /// The number of the mark, in ascending order.
    package let id: MarkID
    /// The mailbox of the core that made the mark.
    let core: ObjectIdentifier
    private let post: PostLedgerRequest
    private let isUsed = Guarded(false)

    init(id: MarkID, core: ObjectIdentifier, post: @escaping PostLedgerRequest) {
        self.id = id
        self.core = core
        self.post = post
    }

    deinit { release() }

    /// Discards the mark, for example because the read failed. Does nothing if the mark was used.
    package func release() {
        if use() { post(LedgerRequest(.release(id)), nil) }
    }

    /// Marks the mark as used, and returns whether it was unused.
    func use() -> Bool {
        isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
    }
}

/// The position in the log of an authoritative event, which contains the server's response to a request.
///
/// ```swift
/// let records = try await service.records()
/// core.fire(event: RecordsLoaded(records: records), .authoritative)
/// ```
public struct EventPlacement: Sendable {
    let mark: Mark?

    /// The position below every pending prediction, for a refresh from the server. The position is never below the last
    /// ``Reset``, which would discard the event.
    public static var authoritative: EventPlacement { EventPlacement(mark: nil) }

    /// Returns the position of a mark, for the response to a read: below everything that was committed since the read
    /// began, but never below the last ``Reset``. The mark cannot be used again.
    package static func authoritative(asOf mark: Mark) -> EventPlacement { EventPlacement(mark: mark) }
}
