import Reactor
import ReactorRecording

/// How one value of a state came to be what it is: each change of it, and what that was because of.
///
/// It is given every step of a recording with what the value was after it, so it misses no change that goes back and forth.
struct ValueHistory {
    /// What the value was after a step. It is encoded when it is told.
    struct Moment {
        let part: ValuePart
        /// Where it stood then.
        let place: [Redactor.Path.Step]
        /// The entry behind which it was so.
        let seq: UInt64
    }

    /// A step after which the value is another.
    struct Change {
        /// The entries of the step: one, or those of a group.
        let entries: [JournalEntry]
        /// Nil where there was no value, or is none.
        let before: Moment?
        let after: Moment?
        let reasons: [Reason]

        /// The entry that it is named by: one that came with an event, before one that ends a prediction.
        var entry: JournalEntry { entries.last { $0.event != nil } ?? entries[entries.count - 1] }
    }

    /// What a step came from.
    enum Reason {
        /// It is the answer to what this entry predicted.
        case answered(JournalEntry)
        /// What this entry predicted was rolled back.
        case rolledBack(JournalEntry)
        /// A command fired it, which was fired there.
        case launched(JournalCause)
        /// A reaction answered the event of this entry with that command.
        case reacted(to: UInt64)
    }

    /// What the value is after the last step.
    private(set) var now: Moment?
    /// How many changes there were.
    private(set) var count = 0
    private(set) var last: Change?
    /// The change that put the value there that is there now, and how many were before it; nil when it was there from the
    /// beginning.
    private(set) var put: (change: Change, before: Int)?
    /// The changes in order, where all are told.
    private(set) var all: [Change] = []
    private let keepsAll: Bool
    private var begun: [PredictionID: JournalEntry] = [:]
    private var launches: [UInt64: JournalCause] = [:]

    /// - Parameters:
    ///   - now: what it is where the recording begins.
    ///   - keepsAll: whether all changes are kept, and not the last one and the one that put the value there.
    init(from now: Moment?, keepsAll: Bool) {
        self.now = now
        self.keepsAll = keepsAll
    }

    /// The entries of a step, and what the value is after it.
    mutating func take(_ entries: [JournalEntry], _ value: Moment?) throws {
        for entry in entries { note(entry) }
        if try !value.isSame(as: now) {
            let change = Change(entries: entries, before: now, after: value, reasons: entries.flatMap(reasons(of:)))
            if now == nil { put = (change, count) }
            if value == nil { put = nil }
            count += 1
            last = change
            if keepsAll { all.append(change) }
        }
        // The value of this step is kept in any case: what the next one shares with it needs no look.
        now = value
        for entry in entries { forget(entry) }
    }

    private mutating func note(_ entry: JournalEntry) {
        if case .begin(let id) = entry.step, begun[id] == nil { begun[id] = entry }
        if let cause = entry.cause, launches[cause.launch] == nil { launches[cause.launch] = cause }
    }

    private mutating func forget(_ entry: JournalEntry) {
        switch entry.step {
        case .commit(let id), .replace(let id), .rollback(let id): begun[id] = nil
        case .event(let withdrawn): for id in withdrawn { begun[id] = nil }
        default: return
        }
    }

    private func reasons(of entry: JournalEntry) -> [Reason] {
        var reasons: [Reason] = []
        switch entry.step {
        case .commit(let id), .replace(let id): reasons += begun[id].map { [.answered($0)] } ?? []
        case .rollback(let id): reasons += begun[id].map { [.rolledBack($0)] } ?? []
        case .event(let withdrawn): reasons += withdrawn.compactMap { begun[$0] }.map { .rolledBack($0) }
        default: break
        }
        // Only the first entry that comes from a command says what its launch was because of.
        var next = entry.cause.map { launches[$0.launch] ?? $0 }
        // A command cannot have been fired by one that was launched later, so this ends in any recording.
        while let cause = next {
            reasons.append(.launched(cause))
            if let event = cause.event { reasons.append(.reacted(to: event)) }
            next = cause.parent.flatMap { $0 < cause.launch ? launches[$0] : nil }
        }
        return reasons
    }
}

extension ValueHistory.Moment? {
    fileprivate func isSame(as other: Self) throws -> Bool {
        guard let moment = self, let other else { return self == nil && other == nil }
        return try moment.part.isSame(as: other.part, below: moment.place.count)
    }
}
