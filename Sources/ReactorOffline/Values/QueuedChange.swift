import ReactorServices

/// A stored change and its progress.
public struct QueuedChange<Change: OfflineChange>: Identifiable, Codable, Sendable {
    /// The id of the change.
    public let id: ChangeID
    /// The position of the change in the order of queuing.
    public let number: Int
    /// The account that the queue was opened with.
    public internal(set) var account: String?
    /// The change.
    public internal(set) var change: Change
    /// The last response to the change that was pushed before in the lane, if this change was queued before the app's
    /// state contained it. For a sent change, its own last response.
    var previous: LaneResponse?
    /// The responses so far.
    package internal(set) var record = SequenceRecord()
    /// The number of edits. The idempotency keys depend on it, because an edited change is a new request.
    var edition = 0
    /// The number of restarts at an earlier step before the last retry.
    var restartsBefore = 0
    /// The key of the last step that was sent or is about to be sent, or nil if there is none.
    public internal(set) var sending: String?
    /// The delay that the service requested before that step is sent again, or nil.
    var pause: Pause?

    /// The dead letter at which the lane is stopped: the change is not sent before the app has decided about it. nil if
    /// the lane is not stopped.
    public internal(set) var waitsBehind: ChangeID?

    /// Whether a part of the change may have arrived at the service.
    package var hasBegun: Bool { sending != nil || !record.exchanges.isEmpty }

    init(id: ChangeID, number: Int, change: Change, account: String? = nil) {
        self.id = id
        self.number = number
        self.change = change
        self.account = account
    }

    /// Returns the request with an idempotency key that is stable for this step, and unique among changes.
    func keyed(_ request: RequestDescription) -> RequestDescription {
        let name = edition == 0 ? "\(id)" : "\(id)/\(edition)"
        return request.withIdempotencyKey("\(name)/\(request.idempotencyKey)")
    }
}

/// The last response to a change of a lane.
struct LaneResponse: Codable, Sendable {
    let exchange: Exchange
    /// The position of the change among all that were sent.
    let order: Int
}

/// A refused change, which is stored until the app decides about it.
public struct DeadLetter<Change: OfflineChange>: Identifiable, Codable, Sendable {
    /// The change, with the responses before the refusal.
    public internal(set) var queued: QueuedChange<Change>
    /// The reason of the refusal.
    public let refusal: ChangeRefusal

    public var id: ChangeID { queued.id }
    /// The change.
    public var change: Change { queued.change }
}

/// The id of a change, from its enqueuing until it is pushed, across restarts.
///
/// The idempotency keys of its steps are derived from it, so ids must be unique and must not be reused.
public struct ChangeID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name, of 1 to 200 visible ASCII characters because it is sent in a header field, and without slashes, which
    /// separate it there.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }

    var isUsable: Bool {
        (1...200).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    }
}
