import Reactor

/// A state of the core that is encoded later, on the writer's executor.
struct RecordedSnapshot: Sendable {
    struct Visible: Sendable {
        var bytes: [UInt8]
        var digest: String
        var members: [String: UInt32]?
    }

    /// The visible state.
    let visible: @Sendable () throws -> Visible
    /// The state below the pending entries, or nil if it equals the visible state.
    let base: (@Sendable () throws -> [UInt8])?
    /// The pending entries. An event that fails to encode has only its name.
    let pending: @Sendable () -> [PendingEntry]
    let prediction: PredictionID
    let mark: MarkID
}

/// The encoding of a program's events and states. All closures are called on the writer's executor.
package struct JournalEncoding<StateType: State>: Sendable {
    /// Returns the canonical JSON of a state, on one line.
    package var state: @Sendable (StateType) throws -> [UInt8]
    /// Returns the digest of encoded bytes.
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

/// The properties of a program that a writer needs for any type of state.
package struct JournalContent: Sendable {
    package var event: @Sendable (any Event) throws -> RecordedEvent
    package var schema: JournalSchema
    /// Returns the name of an event type.
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
    func kept(_ state: StateType, _ record: LedgerRecord<StateType>) -> RecordedSnapshot {
        let base: @Sendable () throws -> [UInt8] = { try self.state(record.base) }
        let pending: @Sendable () -> [PendingEntry] = { record.entries.map { content.pending($0) } }
        return RecordedSnapshot(
            visible: {
                let bytes = try self.state(state)
                return RecordedSnapshot.Visible(bytes: bytes, digest: digest(bytes), members: MemberChecks.of(bytes))
            },
            base: record.entries.isEmpty ? nil : base, pending: pending,
            prediction: record.lastPrediction, mark: record.lastMark)
    }
}

extension JournalContent {
    fileprivate func pending(_ entry: LedgerEntry) -> PendingEntry {
        PendingEntry(owner: entry.owner?.inJournal, events: entry.events.all.map { recorded($0) }, number: entry.number)
    }

    /// Encodes an event, with only its name if it fails to encode.
    func recorded(_ event: any Event) -> RecordedEvent {
        do {
            return try self.event(event)
        } catch {
            return RecordedEvent(unencodable: event)
        }
    }
}

extension RecordedEvent {
    /// Creates the record of an event that failed to encode.
    init(unencodable event: any Event) { self.init(name: "\(type(of: event))", gap: .unencodable) }

    /// Whether none of its content was recorded.
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
