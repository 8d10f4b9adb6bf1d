import Reactor

/// What a recording says of the state at a line.
enum RecordedState: Equatable {
    case nothing
    case digest(String)
    case state(JSON)

    /// Whether the recording says otherwise than a replay, and what differs where it holds a state.
    func disagreement<StateType>(
        with replayed: ReplayPair<StateType>.Encoded
    ) -> (difference: JSONDifference?, Void)? {
        switch self {
        case .nothing: nil
        case .digest(let digest): SHA256.hexDigest(of: replayed.bytes) == digest ? nil : (nil, ())
        case .state(let state):
            replayed.json == state ? nil : (JSONDifference(from: state, to: replayed.json), ())
        }
    }
}

/// Which digests of a recording can be compared with the states of today's program: those that were taken of the same
/// version and form. A version that has changed is no fault of `react(to:)`.
struct DigestScope {
    private var obstacle: Verification.Incomparable?
    /// The last reason for which something was passed over.
    private(set) var passedOver: Verification.Incomparable?

    init<StateType>(_ header: JournalHeader, _ catalog: EventCatalog<StateType>) throws(ReplayError) {
        obstacle = try Self.obstacle(header, catalog)
    }

    private static func obstacle<StateType>(
        _ header: JournalHeader, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> Verification.Incomparable? {
        if header.isRedacted { return .inexact }
        guard header.schema.state == catalog.version else {
            return .version(recorded: header.schema.state, known: catalog.version)
        }
        let encoded: JSON
        do {
            encoded = try catalog.encode(state: catalog.decode(state: header.base, version: catalog.version))
        } catch {
            throw .catalog(error, seq: header.from)
        }
        guard let written = try? JSON(parsing: header.base), written != encoded else { return nil }
        return .shape(JSONDifference(from: written, to: encoded))
    }

    /// What a line says of the state, as far as it can be compared.
    ///
    /// - Parameter isExact: whether the replay is of what was seen.
    mutating func recorded<StateType>(
        by line: JournalLine, isExact: Bool, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> RecordedState {
        let state: RecordedState
        switch line {
        case .entry: return .nothing
        case .check(let check):
            guard let digest = check.digest else { return .nothing }
            state = .digest(digest)
        case .header(let header):
            obstacle = try Self.obstacle(header, catalog)
            var replay = try Replay(header, catalog: catalog)
            state = .state(try replay.json())
        }
        guard let reason = isExact ? obstacle : .inexact else { return state }
        // A state is read in the form of today, whatever form it was written in.
        if case .shape = reason, case .state = state { return state }
        passedOver = reason
        return .nothing
    }
}
