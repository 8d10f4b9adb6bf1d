import Reactor
import ReactorServices

// The entries of a queue's journal. The catalog contains their recorded names.

struct ChangeQueued<Change: OfflineChange>: Event, Codable {
    let id: ChangeID
    let change: Change
    var files: [String: FileMark]?
}

/// The account of the changes was set, or removed when everything was dropped.
struct AccountNamed: Event, Codable {
    let account: String?
}

/// A step is about to be sent with this key.
struct StepSending: Event, Codable {
    let id: ChangeID
    let step: String
    let key: String
    var files: [String: FileMark]?
}

/// A usable response to a step arrived.
struct StepAnswered: Event, Codable {
    let id: ChangeID
    let exchange: Exchange
    var files: [String: FileMark]?
}

/// The service requested a delay before the step is sent again.
struct StepPaused: Event, Codable {
    let id: ChangeID
    let pause: Pause
}

/// A response has expired: only the first responses are preserved.
struct SequenceRestarted: Event, Codable {
    let id: ChangeID
    let keeping: Int
}

struct ChangeSent: Event, Codable {
    let id: ChangeID
    /// The next change of the lane, which receives the last response.
    var next: ChangeID?
}

/// The result of the change was shown.
struct ChangeSettled: Event, Codable {
    let id: ChangeID
}

struct ChangeRefused: Event, Codable {
    let id: ChangeID
    let refusal: ChangeRefusal
    var next: ChangeID?
}

/// A dead letter was queued again in its previous position.
struct ChangeRetried: Event, Codable {
    let id: ChangeID
}

/// A dead letter was queued again in its previous position, as another change, or a queued change was replaced.
struct ChangeEdited<Change: OfflineChange>: Event, Codable {
    let id: ChangeID
    let change: Change
    var next: ChangeID?
}

struct ChangeDropped: Event, Codable {
    let id: ChangeID
    var next: ChangeID?
}

/// The app's journal has stored these phases of changes.
struct PhasesStored: Event, Codable {
    let journal: String
    var phases: [ChangeID: ChangeEvent.Phase]
}

/// A delay that a service requested, and its start.
///
/// It is stored in wall-clock time, which continues between two processes. The user can change that clock at any time.
struct Pause: Hashable, Codable, Sendable {
    let since: Timestamp
    let until: Timestamp

    /// The longest accepted delay, so that an absurd number does not stop a lane permanently.
    static let longest = Duration.seconds(86_400)

    init(_ length: Duration, since: Timestamp) {
        self.since = since
        until = since.advanced(by: min(length, Self.longest))
    }

    /// Returns the rest of the delay. A clock that was set back does not extend it.
    func rest(at now: Timestamp) -> Duration {
        let length = min(since.duration(to: until), Self.longest)
        return min(length, max(.zero, now.duration(to: until)))
    }
}
