import Reactor
import ReactorRecording

/// An order that a recorded session did not have, could have had, and would not have been right in.
package struct NearMiss: Sendable {
    /// What is wrong.
    package enum Kind: Hashable, Sendable {
        /// The invariant of this name is broken.
        case broken(String)
        /// The session ends in another state, which differs here.
        case ends(place: String)
        /// The program dies in `react(to:)`, or does not return from it.
        case stops(CrashJudge.Crash)
    }

    package let kind: Kind
    /// What came first in the session, and comes after ``later`` here.
    package let earlier: JournalEntry
    package let later: JournalEntry
    /// The order: as few entries as break the invariant in it, or stop the program, and do not in the order that they had.
    /// The whole session where it only ends otherwise.
    package internal(set) var draft: RecordingDraft
    /// Whether it was seen again when ``draft`` was folded by itself, so that a test of it fails.
    package internal(set) var isSeenAgain = true
    /// How many orders of the session are wrong in the same way, with the same events.
    package internal(set) var times = 1

    /// `'…' is broken when found of launch 4 comes before found of launch 3`
    package var text: String {
        let what =
            switch kind {
            case .broken(let name): "'\(name)' is broken"
            case .ends(let place): "\(place) is another in the end"
            case .stops(let crash): "\(crash.finding.text)"
            }
        return "\(what) when #\(later.seq) \(later.said) comes before #\(earlier.seq) \(earlier.said)"
    }
}

extension JournalEntry {
    /// The event and the command that it comes from.
    fileprivate var said: String { eventText + (cause.map { " of \($0.command) \($0.launch)" } ?? "") }
}

/// What the search in one recording has seen.
package struct NearMissReport: Sendable {
    /// What is wrong, each kind once for two events of the same names.
    package internal(set) var found: [NearMiss] = []
    /// How many orders were tried.
    package internal(set) var orders = 0
    /// Invariants that the session itself breaks: they are asked in no other order.
    package internal(set) var brokenAsRecorded: [String] = []
    /// Where the session itself stops the program: what is before it is searched.
    package internal(set) var stoppedAsRecorded: Stopped?

    /// What an entry of the session came to.
    package struct Stopped: Hashable, Sendable {
        /// The number of the entry in the recording.
        package let seq: UInt64
        package let crash: CrashJudge.Crash
    }

    package init() {}
}
