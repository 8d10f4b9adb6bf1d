import Reactor

/// The state at a line, as far as the recording contains it.
enum RecordedState: Equatable {
    case nothing
    case digest(String, members: [String: UInt32]?)
    case state(JSON)

    /// Returns the difference of a replayed state from the recorded one, or nil if there is none.
    func divergence(of replayed: EncodedState) -> Verification.Divergence? {
        switch self {
        case .nothing: return nil
        case .state(let state):
            return replayed.json == state ? nil : .changes(JSONDifference(from: state, to: replayed.json))
        case .digest(let digest, let members):
            if SHA256.hexDigest(of: replayed.bytes) == digest { return nil }
            guard let members, let now = MemberChecks.of(replayed.bytes) else { return .unknown }
            let names = MemberChecks.differing(members, now)
            return names.isEmpty ? .unknown : .members(names.map { .init(name: $0, now: replayed.json[$0]) })
        }
    }
}

/// A filter for digests that can be compared with the current program's states: those of the same version and form. A changed
/// version is not a fault of `react(to:)`.
struct DigestScope {
    private var obstacle: Verification.Incomparable?
    /// The last reason for which a digest was skipped.
    private(set) var passedOver: Verification.Incomparable?

    /// - Parameter replay: A replay at the beginning of the recording.
    init<StateType>(_ header: JournalHeader, _ replay: Replay<StateType>) throws(ReplayError) {
        obstacle = try Self.obstacle(header, replay)
    }

    private static func obstacle<StateType>(
        _ header: JournalHeader, _ replay: Replay<StateType>
    ) throws(ReplayError) -> Verification.Incomparable? {
        if header.isRedacted { return .inexact }
        let catalog = replay.catalog
        guard header.schema.state == catalog.version else {
            return .version(recorded: header.schema.state, known: catalog.version)
        }
        var replay = replay
        let encoded = try ReplayError.atEntry(header.from, catalog.encode(state: replay.record().base))
        guard let written = try? JSON(parsing: header.base), written != encoded else { return nil }
        return .shape(JSONDifference(from: written, to: encoded))
    }

    /// Returns the recorded state of a line, as far as it can be compared.
    ///
    /// - Parameter isExact: Whether the replayed states are the ones that were visible.
    mutating func recorded<StateType>(
        by line: JournalLine, isExact: Bool, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> RecordedState {
        let state: RecordedState
        switch line {
        case .entry: return .nothing
        case .check(let check):
            guard let digest = check.digest else { return .nothing }
            state = .digest(digest, members: check.members)
        case .header(let header):
            var replay = try Replay(header, catalog: catalog)
            obstacle = try Self.obstacle(header, replay)
            state = .state(try replay.json())
        }
        guard let reason = isExact ? obstacle : .inexact else { return state }
        // A decoded state has the current form, whatever form it was written in.
        if case .shape = reason, case .state = state { return state }
        passedOver = reason
        return .nothing
    }
}
