import Reactor
import ReactorRecording

/// What a core did at once in a recorded session: an entry, or the entries of a group.
struct RecordedMoment {
    let entries: [JournalEntry]
    /// The first entry, as it is named: with its number in the recording, and with the command that the moment comes from.
    let named: JournalEntry
    /// The command that it comes from; nil for what was fired from elsewhere: by somebody who uses the app, say.
    let launch: UInt64?
    /// Whether a Reset is in it, which cancels commands.
    let isReset: Bool
    /// The predictions and marks that it begins, and those that it needs.
    private let begins: Set<LedgerOwner>
    private let needs: Set<LedgerOwner>

    fileprivate init<StateType>(
        _ entries: [JournalEntry], number: UInt64, cause: JournalCause?, _ catalog: EventCatalog<StateType>
    ) {
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
        launch = cause?.launch ?? ended
        begins = Set(entries.compactMap(\.step.begun))
        needs = Set(entries.flatMap(\.step.needed))
        var named = entries[0]
        (named.seq, named.cause) = (number, cause)
        self.named = named
    }

    /// When the core did it.
    var at: Timestamp { entries[0].at }

    /// Whether one of the two cannot be without the other.
    func refers(to other: RecordedMoment) -> Bool {
        !needs.isDisjoint(with: other.begins) || !other.needs.isDisjoint(with: begins)
            || !needs.isDisjoint(with: other.needs)
    }
}

/// A recording, as the search goes through it.
struct RecordedSession {
    /// What can be replayed of it.
    let draft: RecordingDraft
    /// What its core did, in order.
    private(set) var moments: [RecordedMoment] = []

    init<StateType>(of source: some RecordingSource, _ catalog: EventCatalog<StateType>) throws {
        var entries: [JournalEntry] = []
        var lines = try source.lines(after: source.header.from)
        while let line = try lines.next() { if case .entry(let entry) = line { entries.append(entry) } }
        let (draft, numbers) = RecordingDraft.numbered(header: source.header, entries: entries)
        self.draft = draft
        let owners = LedgerOwners(draft.entries)
        var start = 0
        for (index, entry) in draft.entries.enumerated() where entry.group?.isLast ?? true {
            let group = Array(draft.entries[start...index])
            let cause = group.lazy.compactMap(\.cause).first ?? group.lazy.compactMap(owners.cause).first
            moments.append(RecordedMoment(group, number: numbers[start], cause: cause, catalog))
            start = index + 1
        }
    }
}

/// The commands of predictions and marks. An entry that resolves one has no cause of its own.
private struct LedgerOwners {
    private var causes: [LedgerOwner: JournalCause] = [:]

    init(_ entries: [JournalEntry]) {
        for entry in entries {
            guard let cause = entry.cause else { continue }
            switch entry.step {
            case .begin(let id): causes[.prediction(id)] = cause
            // Of a mark only what came at it says.
            case .report(asOf: let id), .place(asOf: let id?): causes[.mark(id)] = cause
            default: break
            }
        }
    }

    /// The command that began what an entry resolves.
    func cause(of entry: JournalEntry) -> JournalCause? {
        switch entry.step {
        case .append(let id), .commit(let id), .replace(let id), .rollback(let id): causes[.prediction(id)]
        case .mark(let id), .release(let id): causes[.mark(id)]
        case .event, .begin, .report, .place: nil
        }
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
