public import Reactor
public import ReactorRecording

/// The event that a ``ChangeQueue`` fires on the app's core about a change.
///
/// ```swift
/// struct Outbox: State {
///     var phases: [ChangeID: ChangeEvent.Phase] = [:]
///
///     mutating func react(to event: any Event) {
///         guard let event = event as? ChangeEvent else { return }
///         phases[event.id] = event.phase == .sent || event.phase == .dropped ? nil : event.phase
///     }
/// }
/// ```
///
/// When a queue is opened, the phases `queued`, `waiting` and `refused` are fired again, unless the journal of the app's
/// core contains them. After a ``Reset`` of the core's state, they are fired again, too.
public struct ChangeEvent: AnnouncedEvent, Codable, Hashable {
    /// The id of the change.
    public let id: ChangeID
    /// The lane of the change.
    public let lane: LaneName
    /// The phase of the change.
    public let phase: Phase

    /// The phases of a change.
    public enum Phase: Hashable, Codable, Sendable {
        /// The change is stored, and waits for earlier changes.
        case queued
        /// The change waits for a decision of the app about this dead letter, at which its lane stops
        /// (``LanePolicy/stops``).
        case waiting(behind: ChangeID)
        /// A step of the change is in flight, possibly as a retry.
        case sending(step: String)
        /// All steps have succeeded.
        case sent
        /// The change is a dead letter.
        case refused(ChangeRefusal)
        /// The app has dropped the change.
        case dropped
    }

    init(id: ChangeID, lane: LaneName, phase: Phase) {
        self.id = id
        self.lane = lane
        self.phase = phase
    }
}

/// The first event of each change's prediction, by which a queue identifies its predictions in an app's journal. It
/// does not change the state.
public struct ChangePredicted: QueuePrediction, Codable, Hashable {
    /// The id of the change.
    public let id: ChangeID
    /// The number of edits.
    let edition: Int
    /// The id of the queue's journal.
    let queue: String
    /// The account that the queue was opened with.
    let account: String?

    init(id: ChangeID, edition: Int, queue: String, account: String? = nil) {
        self.id = id
        self.edition = edition
        self.queue = queue
        self.account = account
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ChangeID.self, forKey: .id)
        edition = try container.decodeIfPresent(Int.self, forKey: .edition) ?? 0
        queue = try container.decodeIfPresent(String.self, forKey: .queue) ?? ""
        account = try container.decodeIfPresent(String.self, forKey: .account)
    }
}

extension ChangeQueueEvents: ListsEvents {
    package static var lines: [EventSchema] {
        [
            .event(ChangeEvent.self, as: "change.phase"),
            .event(ChangePredicted.self, as: "change.predicted"),
        ]
    }
}
