import Reactor
import ReactorOffline
import ReactorRecording

/// The visible log.
///
/// It has no code that reverts changes. If a prediction is rolled back, the core computes the state without its events.
/// The entry in `pending` disappears, too.
package struct Weights: State, Codable, Equatable {
    /// The last version of each weight from the service, with the changes of the user on top.
    package private(set) var weights = ServerRows<WeightRecord, Int>()
    /// The number for the next record, above the numbers of all visible records and of deleted records.
    package private(set) var nextID = 1
    /// The visible changes that are not confirmed yet, in the order of their requests.
    package private(set) var pending: [Change] = []
    package private(set) var rollbacks: [Rollback] = []
    /// The number of times that the service's records arrived.
    package private(set) var refreshes = 0
    /// The number of records in the last response.
    package private(set) var refreshedCount = 0
    /// The reason why the last refresh failed, or nil.
    package private(set) var refreshFailure: String?

    /// The deeds that can be undone and redone, also after a restart of the program.
    package private(set) var deeds = Undoable(Deed())

    /// The names in recordings.
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

    /// Applies all records of a service. The records of a service without versions replace all known records.
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

    /// The visible records, in the form in which a service returns them.
    package var book: WeightBook {
        WeightBook(records: Array(weights.rows), nextID: nextID, version: weights.newest)
    }

    /// The rows to show.
    package var entries: [WeightEntry] { Self.entries(weights, pending: pending) }

    /// Returns the rows to show, for a view that reads two properties instead of the whole state.
    package static func entries(_ weights: ServerRows<WeightRecord, Int>, pending: [Change]) -> [WeightEntry] {
        let touched = Set(pending.flatMap(\.touchedIDs))
        return weights.rows.sorted().map { record in
            WeightEntry(record: record, status: touched.contains(record.id) ? .pending : .confirmed)
        }
    }
}

/// A visible row: a record and its status.
package struct WeightEntry: Hashable, Sendable, Identifiable {
    package enum Status: String, Sendable {
        /// The record has no pending change.
        case confirmed
        /// The record has a change that the service has not confirmed yet.
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

/// A visible change that was rolled back, and the reason.
package struct Rollback: Hashable, Codable, Sendable {
    package let change: Change
    package let reason: String

    package init(change: Change, reason: String) {
        self.change = change
        self.reason = reason
    }
}

extension Weights {
    /// The catalog with the recorded names of the events. A name does not change if its type is renamed.
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
            // In this catalog, the name from the queue's own catalog belongs to another event.
            .event(ReactorOffline.ChangePredicted.self, as: "push.predicted"),
        ])

    /// The weights of a person are private.
    package static let redactor = Redactor(
        state: [[.anywhere, "grams"], [.anywhere, "words"]],
        events: ["*": [[.anywhere, "grams"]], "deed.done": [["words"]]])
}

extension Weights {
    /// The name of the program in its recordings.
    package static let app = "weightlog"

    /// The conditions that hold in every log.
    package static let invariants = [
        Invariant<Weights>("the next number is new") { log in log.weights.rows.allSatisfy { $0.id < log.nextID } }
    ]
}
