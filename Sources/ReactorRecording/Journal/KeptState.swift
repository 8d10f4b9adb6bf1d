import Reactor

/// A state that the core handed over, encoded only where the writer runs.
struct KeptState: Sendable {
    struct Visible: Sendable {
        var bytes: [UInt8]
        var digest: String
        var members: [String: UInt32]?
    }

    /// What is seen.
    let visible: @Sendable () throws -> Visible
    /// What lies below what is pending, nil where that is what is seen.
    let base: (@Sendable () throws -> [UInt8])?
    /// What is pending. An event that does not encode is there by its name alone.
    let pending: @Sendable () -> [PendingEntry]
    let prediction: PredictionID
    let mark: MarkID
    let entry: UInt64
}

/// How a program's events and states become bytes. Everything here is called where the writer runs.
package struct JournalEncoding<StateType: State>: Sendable {
    /// The canonical JSON of a state, on one line.
    package var state: @Sendable (StateType) throws -> [UInt8]
    /// The digest of such bytes.
    package var digest: @Sendable ([UInt8]) -> String
    package var content: JournalContent

    package init(
        state: @escaping @Sendable (StateType) throws -> [UInt8],
        digest: @escaping @Sendable ([UInt8]) -> String = { SHA256.hexDigest(of: $0) }, content: JournalContent
    ) {
        self.state = state
        self.digest = digest
        self.content = content
    }
}

/// What a writer has to know of a program, whatever its state.
package struct JournalContent: Sendable {
    package var event: @Sendable (any Event) throws -> RecordedEvent
    package var schema: JournalSchema
    /// The name of an event's type.
    package var name: @Sendable (any Event.Type) -> String

    package init(
        schema: JournalSchema,
        name: @escaping @Sendable (any Event.Type) -> String = { "\($0)" },
        event: @escaping @Sendable (any Event) throws -> RecordedEvent
    ) {
        self.schema = schema
        self.name = name
        self.event = event
    }
}

extension JournalEncoding {
    func kept(_ state: StateType, _ record: LedgerRecord<StateType>) -> KeptState {
        let base: @Sendable () throws -> [UInt8] = { try self.state(record.base) }
        let pending: @Sendable () -> [PendingEntry] = { record.entries.map { content.pending($0) } }
        return KeptState(
            visible: {
                let bytes = try self.state(state)
                return KeptState.Visible(bytes: bytes, digest: digest(bytes), members: MemberChecks.of(bytes))
            },
            base: record.entries.isEmpty ? nil : base, pending: pending,
            prediction: record.lastPrediction, mark: record.lastMark, entry: record.lastEntry)
    }
}

extension JournalContent {
    fileprivate func pending(_ entry: LedgerEntry) -> PendingEntry {
        PendingEntry(owner: entry.owner?.inJournal, events: entry.events.all.map { recorded($0) }, number: entry.number)
    }

    /// The event as it is recorded, by its name alone where it does not encode.
    func recorded(_ event: any Event) -> RecordedEvent {
        do {
            return try self.event(event)
        } catch {
            return RecordedEvent(unencodable: event)
        }
    }
}

extension RecordedEvent {
    /// An event of which nothing but its name can be recorded.
    init(unencodable event: any Event) { self.init(name: "\(type(of: event))", gap: .unencodable) }

    /// Whether nothing of its content was recorded.
    var isLost: Bool { gap != nil && gap != .redacted }
}

extension LedgerOwner {
    var inJournal: PendingEntry.Owner {
        switch self {
        case .prediction(let id): .prediction(id)
        case .mark(let id): .mark(id)
        }
    }
}
