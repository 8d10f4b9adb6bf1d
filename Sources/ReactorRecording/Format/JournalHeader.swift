public import Reactor

/// The first line of a recording: everything that its entries build upon.
public struct JournalHeader: Hashable, Sendable {
    /// The format that this library writes, and the only one that it reads.
    package static let format = 4

    /// Names the journal; all its segments have the same.
    public var id: String
    /// Names the program that writes it. Another program refuses to open it.
    public var app: String
    /// The seq of the last entry before this file; the first entry here has the next one.
    public var from: UInt64
    /// When it was begun.
    public var at: Timestamp
    /// The versions of what is written.
    package var schema: JournalSchema
    /// The JSON of the state below ``pending``, byte for byte and on one line.
    package var base: [UInt8]
    /// What was not yet certain, and what is kept above it, in order.
    package var pending: [PendingEntry]
    /// The numbers given out last.
    package var counters: JournalCounters
    /// Whether secrets were taken out of the recording. A core does not go on from it.
    public var isRedacted: Bool
    /// The number of the segment that it begins, so that a file under another name is found out; nil for one that stands
    /// alone.
    public var segment: Int?
    /// The check of the last line of the segment before, nil where none is known.
    package var after: UInt32?

    /// A header of these parts.
    package init(
        id: String, app: String, from: UInt64 = 0, at: Timestamp,
        schema: JournalSchema, base: [UInt8], pending: [PendingEntry] = [],
        counters: JournalCounters = JournalCounters(), isRedacted: Bool = false, segment: Int? = nil,
        after: UInt32? = nil
    ) {
        self.id = id
        self.app = app
        self.from = from
        self.at = at
        self.schema = schema
        self.base = base
        self.pending = pending
        self.counters = counters
        self.isRedacted = isRedacted
        self.segment = segment
        self.after = after
    }
}

/// The versions of the state and of each event by its name, as they were when a file was begun.
package struct JournalSchema: Hashable, Sendable {
    /// The version of the state.
    package var state: Int
    /// The version of each event, by its name.
    package var events: [String: Int]

    /// A schema of these versions.
    package init(state: Int = 1, events: [String: Int] = [:]) {
        self.state = state
        self.events = events
    }
}

/// One place in the log above ``JournalHeader/base``: who holds it, and the events in it.
package struct PendingEntry: Hashable, Sendable {
    /// Who holds a place in the log.
    package enum Owner: Hashable, Sendable {
        /// The events are predicted, and this prediction is not resolved yet.
        case prediction(PredictionID)
        /// A read began here; there are no events.
        case mark(MarkID)
    }

    /// Who may still take it back, nil for what is certain.
    package var owner: Owner?
    /// What was applied there as one.
    package var events: [RecordedEvent]
    /// Its number in the log, nil for one that was appended while nothing was open. Undo steps are named by it.
    package var number: UInt64?

    /// A place of this owner.
    package init(owner: Owner? = nil, events: [RecordedEvent], number: UInt64? = nil) {
        self.owner = owner
        self.events = events
        self.number = number
    }
}

/// The numbers that a core gave out last, so that none is given twice in one journal.
package struct JournalCounters: Hashable, Sendable {
    /// The last prediction that was begun; 0 for none.
    package var prediction: PredictionID
    /// The last mark that was taken; 0 for none.
    package var mark: MarkID
    /// The launch of a command.
    package var launch: UInt64
    /// The number of an entry in the log.
    package var entry: UInt64

    /// These numbers; none was given out unless one is named.
    package init(
        prediction: PredictionID = PredictionID(0), mark: MarkID = MarkID(0), launch: UInt64 = 0, entry: UInt64 = 0
    ) {
        self.prediction = prediction
        self.mark = mark
        self.launch = launch
        self.entry = entry
    }
}

extension JournalCounters {
    /// Moves on past what an entry gave out.
    package mutating func count(_ entry: JournalEntry) {
        if let launch = entry.cause?.launch ?? entry.endedLaunch { self.launch = max(self.launch, launch) }
        switch entry.step {
        case .begin(let id): prediction = max(prediction, id)
        case .mark(let id): mark = max(mark, id)
        default: break
        }
    }

    /// So many of each kind a writer may give out while it is suspended, before it meets those of others. Each waits in
    /// its memory.
    package static let kept: UInt64 = 10_000_000

    /// Keeps numbers for a writer that is suspended here, so that whoever writes meanwhile gives out others.
    package mutating func count(_ check: JournalCheck) {
        guard check.isSuspended else { return }
        prediction = PredictionID(prediction.rawValue + Self.kept)
        mark = MarkID(mark.rawValue + Self.kept)
        launch += Self.kept
    }
}
