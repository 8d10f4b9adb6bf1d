import Reactor

/// The first line of a segment, with everything that its entries depend on.
package struct JournalHeader: Hashable, Sendable {
    /// The format version, which is the only one that this library writes and reads.
    package static let format = 4

    /// The id of the journal, equal in all its segments.
    package var id: String
    /// The name of the program that writes the journal. Another program refuses to open it.
    package var app: String
    /// The seq of the last entry before this file. The first entry in the file has the next number.
    package var from: UInt64
    /// The creation time of the file.
    package var at: Timestamp
    /// The versions of the state and the events.
    package var schema: JournalSchema
    /// The JSON of the state below ``pending``, as bytes on one line.
    package var base: [UInt8]
    /// The unresolved predictions and the entries above them, in order.
    package var pending: [PendingEntry]
    /// The last numbers in use.
    package var counters: JournalCounters
    /// Whether secrets were removed from the recording. A core does not continue it.
    package var isRedacted: Bool
    /// The number of the segment, which detects renamed files, or nil for a separate file.
    package var segment: Int?
    /// The check of the last line in the previous segment, or nil if it is not known.
    package var after: UInt32?

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

/// The versions of the state and of each event by name, at the beginning of a file.
package struct JournalSchema: Hashable, Sendable {
    package var state: Int
    /// The version of each event by name.
    package var events: [String: Int]

    package init(state: Int = 1, events: [String: Int] = [:]) {
        self.state = state
        self.events = events
    }
}

/// An entry of the log above ``JournalHeader/base``, with its owner and its events.
package struct PendingEntry: Hashable, Sendable {
    /// The owner of an entry of the log.
    package enum Owner: Hashable, Sendable {
        /// A prediction that is not resolved yet.
        case prediction(PredictionID)
        /// A mark: a read began here. The entry has no events.
        case mark(MarkID)
    }

    /// The owner, or nil for a confirmed entry.
    package var owner: Owner?
    /// The events that were applied as one step.
    package var events: [RecordedEvent]
    /// The number in the log, to which undo steps refer; nil only in recordings of older versions.
    package var number: UInt64?

    package init(owner: Owner? = nil, events: [RecordedEvent], number: UInt64? = nil) {
        self.owner = owner
        self.events = events
        self.number = number
    }
}

/// The last numbers that a core used, so that they stay unique in a journal.
package struct JournalCounters: Hashable, Sendable {
    /// The last prediction, or 0.
    package var prediction: PredictionID
    /// The last mark, or 0.
    package var mark: MarkID
    /// The last launch of a command.
    package var launch: UInt64
    /// The numbers of the log that are reserved for suspended writers: the number of an entry is its seq and these.
    package var skipped: UInt64

    /// Creates counters, by default without used numbers.
    package init(
        prediction: PredictionID = PredictionID(0), mark: MarkID = MarkID(0), launch: UInt64 = 0, skipped: UInt64 = 0
    ) {
        self.prediction = prediction
        self.mark = mark
        self.launch = launch
        self.skipped = skipped
    }
}

extension JournalCounters {
    package mutating func count(_ entry: JournalEntry) {
        if let launch = entry.cause?.launch ?? entry.endedLaunch { self.launch = max(self.launch, launch) }
        switch entry.step {
        case .begin(let id): prediction = max(prediction, id)
        case .mark(let id): mark = max(mark, id)
        default: break
        }
    }

    /// The numbers of each kind that are reserved for a suspended writer. The writer keeps one waiting step in memory for each
    /// number, so it cannot use more.
    package static let kept: UInt64 = 10_000_000

    /// Returns the number of an entry in the log.
    package func number(of entry: JournalEntry) -> UInt64 { entry.number ?? entry.seq + skipped }

    /// Reserves numbers for a writer that is suspended here, so that other writers use later numbers. If no other writer has
    /// written, the same writer continues with its numbers.
    package mutating func count(_ check: JournalCheck) {
        if check.isResumed { skipped -= min(skipped, Self.kept) }
        guard check.isSuspended else { return }
        skipped += Self.kept
        prediction = PredictionID(prediction.rawValue + Self.kept)
        mark = MarkID(mark.rawValue + Self.kept)
        launch += Self.kept
    }
}
