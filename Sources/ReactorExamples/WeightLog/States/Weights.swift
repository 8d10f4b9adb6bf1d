import Reactor
import ReactorOffline
import ReactorRecording

/// The log as the person sees it.
///
/// It knows nothing of taking back. What is predicted leaves a trace in `pending`, and the core shows the state without
/// it as soon as the prediction is settled: what shows is always made of the events that still count.
struct Weights: State, Codable, Equatable {
    private(set) var book = WeightBook()
    /// What shows and is not certain yet, in the order in which it was asked for.
    private(set) var pending: [Change] = []
    private(set) var withdrawals: [Withdrawal] = []
    /// How many times the service's records arrived. Zero tells an empty log from one not read yet.
    private(set) var refreshes = 0
    /// How many records the service had the last time.
    private(set) var refreshedCount = 0
    /// Why they did not arrive the last time, if they did not.
    private(set) var refreshFailure: String?

    mutating func react(to event: any Event) {
        switch event {
        case let event as ChangePredicted:
            book.apply(event.change)
            pending.append(event.change)
        case let event as ChangeConfirmed:
            book.apply(event.saved)
        case let event as ChangeWithdrawn:
            withdrawals.append(Withdrawal(change: event.change, reason: event.reason))
        case let event as RecordsArrived:
            book = event.book
            refreshes += 1
            refreshedCount = event.book.records.count
            refreshFailure = nil
        case let event as RefreshFailed:
            refreshFailure = event.reason
        case is Reset<Weights>:
            self = Weights()
        default:
            break
        }
    }

    /// The rows to show.
    var entries: [WeightEntry] {
        let touched = Set(pending.flatMap(\.touchedIDs))
        return book.records.map { record in
            WeightEntry(record: record, status: touched.contains(record.id) ? .pending : .confirmed)
        }
    }
}

/// One row as a person sees it: a record, and how sure it is.
struct WeightEntry: Hashable, Sendable, Identifiable {
    enum Status: String, Sendable {
        /// The service has it.
        case confirmed
        /// Shown already, not answered yet.
        case pending
    }

    let record: WeightRecord
    let status: Status

    var id: Int { record.id }
    var day: Day { record.reading.day }
    var weight: Weight { record.reading.weight }
}

/// A change that was shown and had to be taken back.
struct Withdrawal: Hashable, Codable, Sendable {
    let change: Change
    let reason: String
}

extension Weights {
    /// The names under which what happens is recorded. They stay what they are, whatever the types are called.
    static let catalog = EventCatalog<Weights>(events: [
        .event(WeightLog.ChangePredicted.self, as: "change.predicted"),
        .event(ChangeConfirmed.self, as: "change.confirmed"),
        .event(ChangeWithdrawn.self, as: "change.withdrawn"),
        .event(RecordsArrived.self, as: "records.arrived"),
        .event(RefreshFailed.self, as: "refresh.failed"),
        .reset(Weights.self, as: "weights.reset"),
        .commandEnded(),
        // The name that the queue's own catalog gives it is another's here.
        .event(ReactorOffline.ChangePredicted.self, as: "push.predicted"),
    ])

    /// What somebody weighs is nobody else's business.
    static let redactor = Redactor(state: [[.anywhere, "grams"]], events: ["*": [[.anywhere, "grams"]]])
}
