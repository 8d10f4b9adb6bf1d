import ReactorServices

/// A change that is kept, and how far it has come.
public struct QueuedChange<Change: OfflineChange>: Identifiable, Codable, Sendable {
    /// Its name.
    public let id: ChangeID
    /// Its place: a lower number was queued earlier.
    public let number: Int
    /// Whose it is: the account that the queue was opened with.
    public internal(set) var account: String?
    /// What the user changed.
    public internal(set) var change: Change
    /// The answers so far.
    package internal(set) var record = SequenceRecord()
    /// How often it was edited. The keys of its steps are made of this number, because an edited change is a new request.
    var edition = 0
    /// How often it had begun again at an earlier step when it was retried.
    var restartsBefore = 0
    /// The key of the step that was sent last, or was about to be; nil when there is none.
    public internal(set) var sending: String?
    /// How long the service wants to be left alone before that is sent again; nil when it never asked.
    var pause: Pause?

    /// The dead letter behind which it stands, when its lane stops there: it is not sent before the app has decided about
    /// that. Nil for one that is sent when its turn comes.
    public internal(set) var waitsBehind: ChangeID?

    /// Whether something of it may have arrived at the service.
    package var hasBegun: Bool { sending != nil || !record.exchanges.isEmpty }

    init(id: ChangeID, number: Int, change: Change, account: String? = nil) {
        self.id = id
        self.number = number
        self.change = change
        self.account = account
    }

    /// The request as it is sent: under a key that is the same whenever this step of this change is sent, and no other
    /// change's.
    func keyed(_ request: RequestDescription) -> RequestDescription {
        let name = edition == 0 ? "\(id)" : "\(id)/\(edition)"
        return request.withIdempotencyKey("\(name)/\(request.idempotencyKey)")
    }
}

/// A change that was refused, kept until the app decides.
public struct DeadLetter<Change: OfflineChange>: Identifiable, Codable, Sendable {
    /// The change, with the answers that came before the refusal.
    public internal(set) var queued: QueuedChange<Change>
    /// Why.
    public let refusal: ChangeRefusal

    public var id: ChangeID { queued.id }
    /// What the user changed.
    public var change: Change { queued.change }
}
