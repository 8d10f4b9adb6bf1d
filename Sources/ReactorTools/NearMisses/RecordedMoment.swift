import Reactor
import ReactorRecording

/// What a core did at once in a recorded session: an entry, or the entries of a group.
struct RecordedMoment {
    let entries: [JournalEntry]
    /// The command that it comes from; nil for what was fired from elsewhere: by somebody who uses the app, say.
    let launch: UInt64?
    /// Whether a Reset is in it, which cancels commands.
    let isReset: Bool
    /// The predictions and marks that it begins, and those that it needs.
    private let begins: Set<LedgerOwner>
    private let needs: Set<LedgerOwner>

    /// The moments of a recording, in order.
    static func all<StateType>(
        of entries: [JournalEntry], _ catalog: EventCatalog<StateType>
    ) -> [RecordedMoment] {
        var moments: [RecordedMoment] = []
        var group: [JournalEntry] = []
        for entry in entries {
            group.append(entry)
            guard entry.group?.isLast ?? true else { continue }
            moments.append(RecordedMoment(group, catalog))
            group = []
        }
        return moments
    }

    private init<StateType>(_ entries: [JournalEntry], _ catalog: EventCatalog<StateType>) {
        self.entries = entries
        var ended: UInt64?
        var isReset = false
        for entry in entries {
            guard let recorded = entry.event, recorded.gap == nil, let event = try? catalog.decode(recorded) else {
                continue
            }
            if type(of: event)._resetTarget != nil { isReset = true }
            if let end = event as? CommandEnded { ended = end.launch }
        }
        self.isReset = isReset
        launch = entries.lazy.compactMap(\.cause?.launch).first ?? ended
        begins = Set(entries.compactMap(\.step.begun))
        needs = Set(entries.flatMap(\.step.needed))
    }

    /// When the core did it.
    var at: Timestamp { entries[0].at }

    /// Whether one of the two cannot be without the other.
    func refers(to other: RecordedMoment) -> Bool {
        !needs.isDisjoint(with: other.begins) || !other.needs.isDisjoint(with: begins)
            || !needs.isDisjoint(with: other.needs)
    }
}

extension JournalStep {
    fileprivate var begun: LedgerOwner? {
        switch self {
        case .begin(let id): .prediction(id)
        case .mark(let id): .mark(id)
        default: nil
        }
    }

    fileprivate var needed: [LedgerOwner] {
        switch self {
        case .event(let withdrawing): withdrawing.map { .prediction($0) }
        case .append(let id), .commit(let id), .replace(let id), .rollback(let id): [.prediction(id)]
        case .report(let id), .release(let id): [.mark(id)]
        case .place(let id): id.map { [.mark($0)] } ?? []
        case .begin, .mark: []
        }
    }
}

/// What a recording says of what could not have happened in another order.
struct RecordedCauses {
    /// When each command was launched, as far as it is recorded.
    private var launched: [UInt64: Timestamp] = [:]

    init(_ moments: [RecordedMoment]) {
        for moment in moments {
            guard let launch = moment.launch, launched[launch] == nil else { continue }
            launched[launch] = moment.entries.lazy.compactMap(\.launchedAt).first
        }
    }

    /// Whether a moment could have come before an earlier one: its command was under way already, nothing in it refers to the
    /// other, and no Reset is passed that may have cancelled what would come after it.
    func mayPass(_ late: RecordedMoment, _ early: RecordedMoment) -> Bool {
        guard !late.refers(to: early), !late.isReset else { return false }
        // What somebody does may come at any time; of two such moments the order is theirs.
        guard let launch = late.launch else { return early.launch != nil }
        guard launch != early.launch else { return false }
        // Launches count up, so it was launched before the other even began.
        if let other = early.launch, launch < other { return true }
        return launched[launch].map { $0 < early.at } ?? false
    }
}
