import Reactor
import ReactorOffline
import ReactorRecording

/// The log as the person sees it.
///
/// It has no code for rollbacks. A predicted change leaves a trace in `pending`, and the core shows the state
/// without it as soon as the prediction is resolved: the visible state is always made of the events that still
/// count.
package struct Weights: State, Codable, Equatable {
    /// The last version of each weight from the service, and on top the changes of the user.
    package private(set) var weights = ServerRows<WeightRecord, Int>()
    /// The number for the next record; above every number that was given.
    package private(set) var nextID = 1
    /// The visible changes that are not confirmed yet, in the order of their requests.
    package private(set) var pending: [Change] = []
    package private(set) var rollbacks: [Rollback] = []
    /// How many times the service's records arrived. Zero means a log that was not read yet.
    package private(set) var refreshes = 0
    /// How many records the service had the last time.
    package private(set) var refreshedCount = 0
    /// Why they did not arrive the last time, if they did not.
    package private(set) var refreshFailure: String?

    /// The deeds that can be undone and redone, also after a restart of the program.
    package private(set) var deeds = Undoable(Deed())

    /// As recordings name them.
    private enum CodingKeys: String, CodingKey {
        case weights, nextID, deeds, pending, refreshes, refreshedCount, refreshFailure
        case rollbacks = "withdrawals"
    }

    package init() {}

    package mutating func react(to event: any Event) {
        switch event {
        case let event as ChangePredicted:
            weights.rows.apply(event.change)
            pending.append(event.change)
            numberAbove(event.change)
        case let event as ChangeConfirmed:
            if let version = event.version {
                weights.receive(event.saved, at: version)
            } else {
                weights.rows.apply(event.saved)
            }
            numberAbove(event.saved)
        case let event as ChangeArrived:
            weights.receive(event.change, at: event.version)
            numberAbove(event.change)
        case let event as ChangeRolledBack:
            rollbacks.append(Rollback(change: event.change, reason: event.reason))
        case let event as RecordsArrived:
            receive(event.book)
            refreshes += 1
            refreshedCount = event.book.records.count
            refreshFailure = nil
        case let event as RefreshFailed:
            refreshFailure = event.reason
        case is DeedDone, is Undo<Deed>, is Redo<Deed>:
            deeds.react(to: event)
        case is Reset<Weights>:
            // A reset can be undone.
            let deeds = deeds
            self = Weights()
            self.deeds = deeds
        default:
            break
        }
    }

    /// Takes all records of a service. A service without versions decides about every record.
    private mutating func receive(_ book: WeightBook) {
        if let version = book.version {
            _ = weights.receive(all: book.records, asOf: version)
            nextID = max(nextID, book.nextID)
        } else {
            weights = ServerRows(KeyedRows(book.records) { first, _ in first })
            nextID = book.nextID
        }
    }

    private mutating func numberAbove(_ change: Change) {
        for id in change.touchedIDs where weights.rows.contains(id: id) { nextID = max(nextID, id + 1) }
    }

    /// The log as a service would answer it.
    package var book: WeightBook {
        WeightBook(records: Array(weights.rows), nextID: nextID, version: weights.newest)
    }

    /// The rows to show.
    package var entries: [WeightEntry] {
        let touched = Set(pending.flatMap(\.touchedIDs))
        return book.records.map { record in
            WeightEntry(record: record, status: touched.contains(record.id) ? .pending : .confirmed)
        }
    }
}

/// One row as a person sees it: a record, and how sure it is.
package struct WeightEntry: Hashable, Sendable, Identifiable {
    package enum Status: String, Sendable {
        /// The service has it.
        case confirmed
        /// Shown already, not answered yet.
        case pending
    }

    package let record: WeightRecord
    package let status: Status

    package init(record: WeightRecord, status: Status) {
        self.record = record
        self.status = status
    }

    package var id: Int { record.id }
    package var day: Day { record.reading.day }
    package var weight: Weight { record.reading.weight }
}

/// A change that was shown and had to be rolled back.
package struct Rollback: Hashable, Codable, Sendable {
    package let change: Change
    package let reason: String

    package init(change: Change, reason: String) {
        self.change = change
        self.reason = reason
    }
}

extension Weights {
    /// The names under which what happens is recorded. They stay what they are, whatever the types are called.
    package static let catalog = EventCatalog<Weights>(
        version: 4, upcasting: [3: { $0["deeds"] = try JSON(encoding: Undoable(Deed())) }],
        events: [
            .event(ChangePredicted.self, as: "change.predicted"),
            .event(ChangeConfirmed.self, as: "change.confirmed"),
            .event(ChangeArrived.self, as: "change.arrived"),
            .event(ChangeRolledBack.self, as: "change.withdrawn"),
            .event(DeedDone.self, as: "deed.done"),
            .undo(Deed.self, as: "deed.undone"),
            .redo(Deed.self, as: "deed.redone"),
            .event(RecordsArrived.self, as: "records.arrived"),
            .event(RefreshFailed.self, as: "refresh.failed"),
            .reset(Weights.self, as: "weights.reset"),
            .commandEnded(),
            // The name that the queue's own catalog gives it belongs to another event here.
            .event(ReactorOffline.ChangePredicted.self, as: "push.predicted"),
        ])

    /// The weights of a person are private.
    package static let redactor = Redactor(
        state: [[.anywhere, "grams"], [.anywhere, "words"]],
        events: ["*": [[.anywhere, "grams"]], "deed.done": [["words"]]])
}
