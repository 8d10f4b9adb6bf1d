import Reactor

/// A state that the core handed over, encoded only where the writer runs.
struct KeptState: Sendable {
    struct Visible: Sendable {
        var bytes: [UInt8]
        var digest: String?
    }

    /// What a header holds of it.
    struct Below: Sendable {
        var base: [UInt8]
        var pending: [PendingEntry]
        var prediction: PredictionID
        var mark: MarkID
        var entry: UInt64
    }

    let visible: @Sendable () throws -> Visible
    /// Given what is seen, which is the same state when nothing is pending.
    let below: @Sendable (Visible) throws -> Below
}

/// How a program's events and states become bytes. Everything here is called where the writer runs.
package struct JournalEncoding<StateType: State>: Sendable {
    /// The canonical JSON of a state, on one line.
    package var state: @Sendable (StateType) throws -> [UInt8]
    /// The digest of such bytes, nil where none may be written.
    package var digest: @Sendable ([UInt8]) -> String?
    package var content: JournalContent

    package init(
        state: @escaping @Sendable (StateType) throws -> [UInt8], digest: @escaping @Sendable ([UInt8]) -> String?,
        content: JournalContent
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
    /// Whether `event` and the state's encoding take secrets out.
    package var isRedacted: Bool

    package init(
        schema: JournalSchema, isRedacted: Bool = false, event: @escaping @Sendable (any Event) throws -> RecordedEvent
    ) {
        self.schema = schema
        self.isRedacted = isRedacted
        self.event = event
    }
}

extension JournalEncoding {
    func kept(_ state: StateType, _ record: LedgerRecord<StateType>) -> KeptState {
        KeptState(
            visible: {
                let bytes = try self.state(state)
                return KeptState.Visible(bytes: bytes, digest: digest(bytes))
            },
            below: { visible in
                KeptState.Below(
                    base: record.entries.isEmpty ? visible.bytes : try self.state(record.base),
                    pending: try record.entries.map(pending), prediction: record.lastPrediction, mark: record.lastMark,
                    entry: record.lastEntry)
            })
    }

    private func pending(_ entry: LedgerEntry) throws -> PendingEntry {
        let owner: PendingEntry.Owner? =
            switch entry.owner {
            case nil: nil
            case .prediction(let id): .prediction(id)
            case .mark(let id): .mark(id)
            }
        return PendingEntry(owner: owner, events: try entry.events.all.map(content.event), number: entry.number)
    }
}
