import Reactor
import ReactorServices

// What is written to a queue's journal. The names that these are recorded under stand in the catalog.

/// The user changed something.
struct ChangeQueued<Change: OfflineChange>: Event, Codable {
    let id: ChangeID
    let change: Change
    /// What the files of its first step are.
    var files: [String: FileMark]?
}

/// Whose changes these are from here on; nobody's when everything was dropped.
struct AccountNamed: Event, Codable {
    let account: String?
}

/// A step is about to be sent under this key.
struct StepSending: Event, Codable {
    let id: ChangeID
    let step: String
    let key: String
    /// What its files are.
    var files: [String: FileMark]?
}

/// A step was answered, and the answer is of use.
struct StepAnswered: Event, Codable {
    let id: ChangeID
    let exchange: Exchange
    /// What the files of the next step are.
    var files: [String: FileMark]?
}

/// The service asked to be left alone before the step is sent again.
struct StepPaused: Event, Codable {
    let id: ChangeID
    let pause: Pause
}

/// An answer was too old: only the first so many are kept.
struct SequenceRestarted: Event, Codable {
    let id: ChangeID
    let keeping: Int
}

/// Every step was answered.
struct ChangeSent: Event, Codable {
    let id: ChangeID
}

/// It was shown that the change was sent.
struct ChangeSettled: Event, Codable {
    let id: ChangeID
}

/// The change is a dead letter now.
struct ChangeRefused: Event, Codable {
    let id: ChangeID
    let refusal: ChangeRefusal
}

/// A dead letter takes its old place again.
struct ChangeRetried: Event, Codable {
    let id: ChangeID
}

/// A dead letter takes its old place again, as another change.
struct ChangeEdited<Change: OfflineChange>: Event, Codable {
    let id: ChangeID
    let change: Change
}

/// The app does not want it any more.
struct ChangeDropped: Event, Codable {
    let id: ChangeID
}
