/// The position in the log at which a read began, so that its answer can go there.
///
/// While it is held, the log is kept from this position: take it just before the read. It is used by
/// ``Placement/authoritative(asOf:)``, once; released unused, it is given up.
public final class Mark: Sendable {
    /// Its number, in order.
    package let id: MarkID
    /// The mailbox of its core.
    let core: ObjectIdentifier
    private let post: PostLedgerRequest
    private let isUsed = Guarded(false)

    init(id: MarkID, core: ObjectIdentifier, post: @escaping PostLedgerRequest) {
        self.id = id
        self.core = core
        self.post = post
    }

    deinit { release() }

    /// Gives the mark up: the read failed, say. Does nothing when it was used.
    package func release() {
        if use() { post(LedgerRequest(.release(id))) }
    }

    /// Takes the mark for use; false if it was taken before.
    func use() -> Bool {
        isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
    }
}

/// The position of an authoritative event in the log: the response of the server to a request.
public struct Placement: Sendable {
    let mark: Mark?

    /// Below every pending prediction: a refresh from the server, on top of which the predictions stay. But never below the
    /// last ``Reset``, which would wipe it.
    public static var authoritative: Placement { Placement(mark: nil) }

    /// At the mark, which is used up: the answer to a read that began there, below what was committed since. But never below
    /// the last ``Reset``.
    public static func authoritative(asOf mark: Mark) -> Placement { Placement(mark: mark) }
}
