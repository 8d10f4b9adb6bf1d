import Reactor
import ReactorRecording

/// A recording in memory that is replayed, and, for comparison, the work that is required in any case: the lines are read one
/// by one, each event is decoded, and a plain loop applies it.
package struct Refolded {
    private let recording: RecordingDraft

    static let catalog = EventCatalog<EightCasts>(
        events: [
            .event(Created.self, as: "created"), .event(Renamed.self, as: "renamed"), .event(Moved.self, as: "moved"),
            .event(Tagged.self, as: "tagged"), .event(Shared.self, as: "shared"),
            .event(Archived.self, as: "archived"), .event(Restored.self, as: "restored"),
            .event(Deleted.self, as: "deleted"),
        ])

    /// A recording of N events.
    package init(_ count: Int) throws {
        recording = RecordingDraft(
            from: try Self.catalog.encode(state: EightCasts()).compact,
            try (0..<count).map { try Self.catalog.encode(EightCasts.event($0, producer: 0)) })
    }

    /// Its lines read, its events decoded and applied by a plain loop.
    package func decoded() throws -> Attendance {
        var state = EightCasts()
        try recording.forEachEntry { entry in
            if let event = entry.event { state.react(to: try Self.catalog.decode(event)) }
        }
        return state.attendance
    }

    /// The same by a replay.
    package func replayed() throws -> Attendance {
        var replay = try Replay(of: recording, catalog: Self.catalog)
        return replay.state.attendance
    }
}
