public import Reactor
public import ReactorRecording

/// What a ``ChangeQueue`` fires into the app's core about a change.
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
/// When a queue is opened, `queued` and `refused` are fired again for what is still there.
public struct ChangeEvent: AnnouncedEvent, Codable, Hashable {
    /// Which change.
    public let id: ChangeID
    /// Its lane.
    public let lane: LaneName
    /// How far it has come.
    public let phase: Phase

    /// How far a change has come.
    public enum Phase: Hashable, Codable, Sendable {
        /// It is kept, and waits for those before it.
        case queued
        /// It stands behind this dead letter, and is not sent before the app has decided about that: its lane stops there
        /// (``LanePolicy/stops``).
        case waiting(behind: ChangeID)
        /// A step of it is on its way, perhaps not for the first time.
        case sending(step: String)
        /// All of it has arrived.
        case sent
        /// It is a dead letter.
        case refused(ChangeRefusal)
        /// The app has dropped it.
        case dropped
    }

    /// A change has come so far.
    init(id: ChangeID, lane: LaneName, phase: Phase) {
        self.id = id
        self.lane = lane
        self.phase = phase
    }
}

/// Begins the prediction of each change, so that a queue knows its own among those of an app's journal. Changes nothing.
public struct ChangePredicted: Event, Codable, Hashable {
    /// Which change.
    public let id: ChangeID
    /// How often it had been edited.
    let edition: Int
    /// Whose it is.
    let account: String?

    init(id: ChangeID, edition: Int, account: String? = nil) {
        self.id = id
        self.edition = edition
        self.account = account
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ChangeID.self, forKey: .id)
        edition = try container.decodeIfPresent(Int.self, forKey: .edition) ?? 0
        account = try container.decodeIfPresent(String.self, forKey: .account)
    }
}

extension ChangeQueueEvents: ListsEvents {
    package static var lines: [EventSchema] { EventSchema.changes() }
}

extension EventSchema {
    /// The lines of what a queue fires. They are in every catalog.
    static func changes() -> [EventSchema] {
        [
            .event(ChangeEvent.self, as: "change.phase"),
            .event(ChangePredicted.self, as: "change.predicted"),
        ]
    }
}
