import Reactor
import ReactorRecording

/// What a core did at once in a recorded session: an entry, or the entries of a group.
struct RecordedMoment {
    let entries: [JournalEntry]
    /// The first entry, as it is named: with its number in the recording, and with the command that the moment comes from.
    let named: JournalEntry
    /// The command that it comes from; nil for what was fired from elsewhere: by somebody who uses the app, say.
    let launch: UInt64?
    /// Whether nobody can say what it comes from: it resolves what was begun in an earlier life of the program, or before
    /// the recording.
    let isOfEarlierLife: Bool
    /// How often the program had ended before.
    let life: Int
    /// How often the clock had been set back before, as far as entries show it.
    let clock: Int
    /// Whether a Reset is in it, which cancels commands.
    let isReset: Bool
    /// The moments before in which somebody entered a text that stands in this one, by the numbers that name them.
    let knows: Set<UInt64>
    /// The predictions and marks that it begins, and those that it needs.
    private let begins: Set<LedgerOwner>
    private let needs: Set<LedgerOwner>

    fileprivate init<StateType>(
        _ entries: [JournalEntry], number: UInt64, life: Int, clock: Int, _ origin: LedgerOwners.Origin?,
        _ texts: inout EnteredTexts, _ catalog: EventCatalog<StateType>
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
        self.life = life
        self.clock = clock
        isOfEarlierLife = origin.map { $0.life < life } ?? false
        let cause = isOfEarlierLife ? nil : origin?.cause
        launch = cause?.launch ?? ended
        begins = Set(entries.compactMap(\.step.begun))
        let isEntered = launch == nil && !isOfEarlierLife || entries.contains { $0.step.beginsPrediction }
        knows = texts.take(entries.lazy.compactMap(\.event), enteredIn: isEntered ? number : nil)
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
    private(set) var draft: RecordingDraft
    /// What its core did, in order.
    private(set) var moments: [RecordedMoment] = []

    init<StateType>(of source: some RecordingSource, _ catalog: EventCatalog<StateType>) throws {
        var entries: [JournalEntry] = []
        // Behind which numbers a program ended.
        var ends: [UInt64] = []
        var isRotated = false
        var lines = try source.lines(after: source.header.from)
        while let line = try lines.next() {
            switch line {
            case .entry(let entry): entries.append(entry)
            case .check(let check): if check.partsPrograms { ends.append(check.seq) }
            case .header(let header): if !isRotated { ends.append(header.from) }
            }
            if case .check(let check) = line { isRotated = check.rotates } else { isRotated = false }
        }
        let (draft, numbers) = RecordingDraft.numbered(header: source.header, entries: entries)
        self.draft = draft
        var owners = LedgerOwners(draft)
        var texts = EnteredTexts(draft.header)
        var (start, life, clock) = (0, 0, 0)
        for (index, entry) in draft.entries.enumerated() where entry.group?.isLast ?? true {
            let group = Array(draft.entries[start...index])
            while life < ends.count, ends[life] < numbers[start] { life += 1 }
            let origin = owners.take(group, life: life)
            if let last = moments.last, group[0].at < last.at { clock += 1 }
            moments.append(
                RecordedMoment(group, number: numbers[start], life: life, clock: clock, origin, &texts, catalog))
            start = index + 1
        }
    }

    /// Leaves out a moment, and what is behind it.
    mutating func cut(before moment: Int) {
        moments.removeSubrange(moment...)
        draft = RecordingDraft(header: draft.header, entries: moments.flatMap(\.entries))
    }

    /// The moment that an entry of the draft is in; nil where it is in none.
    func moment(of seq: UInt64) -> Int? { moments.firstIndex { $0.entries.contains { $0.seq == seq } } }

    /// These moments, in this order.
    func draft(of order: [Int]) -> RecordingDraft {
        RecordingDraft(header: draft.header, entries: order.flatMap { moments[$0].entries })
    }
}

/// Where predictions and marks come from. An entry that resolves one has no cause of its own.
private struct LedgerOwners {
    struct Origin {
        /// Nil for what somebody predicted.
        let cause: JournalCause?
        /// That of the program.
        let life: Int
    }

    private var origins: [LedgerOwner: Origin] = [:]
    /// Only what came at a mark says whose it was.
    private var readers: [MarkID: JournalCause] = [:]

    init(_ draft: RecordingDraft) {
        for owner in draft.header.owners { origins[owner] = Origin(cause: nil, life: -1) }
        for entry in draft.entries {
            guard let cause = entry.cause else { continue }
            if case .report(asOf: let id) = entry.step { readers[id] = cause }
            if case .place(asOf: let id?) = entry.step { readers[id] = cause }
        }
    }

    /// Where the entries of a moment come from; nil where they begin and resolve nothing, and have no cause.
    mutating func take(_ entries: [JournalEntry], life: Int) -> Origin? {
        for entry in entries {
            guard let owner = entry.step.begun, origins[owner] == nil else { continue }
            origins[owner] = Origin(cause: entry.cause ?? reader(owner), life: life)
        }
        if let cause = entries.lazy.compactMap(\.cause).first { return Origin(cause: cause, life: life) }
        return entries.lazy.compactMap(\.step.owner).first.flatMap { origins[$0] }
    }

    private func reader(_ owner: LedgerOwner) -> JournalCause? {
        if case .mark(let id) = owner { readers[id] } else { nil }
    }
}

extension JournalHeader {
    /// What is open where the recording begins.
    fileprivate var owners: [LedgerOwner] {
        pending.compactMap { entry in
            switch entry.owner {
            case .prediction(let id): .prediction(id)
            case .mark(let id): .mark(id)
            case nil: nil
            }
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

    fileprivate var beginsPrediction: Bool { if case .begin = self { true } else { false } }

    /// The prediction or the mark that it is about, where that says who did it.
    fileprivate var owner: LedgerOwner? {
        switch self {
        case .begin(let id), .append(let id), .commit(let id), .replace(let id), .rollback(let id): .prediction(id)
        case .mark(let id), .release(let id): .mark(id)
        case .event, .report, .place: nil
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

/// Where each text of a session was seen first. An answer that holds what somebody entered knows of it, whatever its command
/// was launched before: a server had it in between.
private struct EnteredTexts {
    /// The moment in which somebody entered it; nil for what was there before, or what an answer brought.
    private var first: [String: UInt64?] = [:]

    init(_ header: JournalHeader) {
        note(header.base, as: nil)
        for entry in header.pending { _ = take(entry.events, enteredIn: nil) }
    }

    /// - Returns: the moments that the events know of.
    mutating func take(_ events: some Sequence<RecordedEvent>, enteredIn moment: UInt64?) -> Set<UInt64> {
        var known: Set<UInt64> = []
        for event in events where event.gap == nil { known.formUnion(note(event.payload, as: moment)) }
        return known
    }

    @discardableResult
    private mutating func note(_ bytes: [UInt8], as moment: UInt64?) -> Set<UInt64> {
        var known: Set<UInt64> = []
        try? JSON(parsing: bytes).forEachValue { value in
            guard let text = value.string else { return }
            if let entered = first[text] {
                if let entered { known.insert(entered) }
            } else {
                first[text] = .some(moment)
            }
        }
        return known
    }
}

/// What a recording says of what could not have happened in another order.
struct RecordedCauses {
    /// When each command was launched, as far as it is recorded.
    private var launched: [UInt64: Timestamp] = [:]
    /// Which command fired a command.
    private var parents: [UInt64: UInt64] = [:]
    /// The entry whose event a reaction answered with a command.
    private var events: [UInt64: UInt64] = [:]

    init(_ moments: [RecordedMoment]) {
        for moment in moments {
            guard let launch = moment.launch, launched[launch] == nil else { continue }
            launched[launch] = moment.entries.lazy.compactMap(\.launchedAt).first
            // A command cannot have been fired by one that was launched later.
            parents[launch] = moment.named.cause?.parent.flatMap { $0 < launch ? $0 : nil }
            events[launch] = moment.named.cause?.event
        }
    }

    /// Whether a moment could have come before an earlier one: its command was under way already, nothing in it refers to the
    /// other, and no Reset is passed that may have cancelled what would come after it.
    func mayPass(_ late: RecordedMoment, _ early: RecordedMoment) -> Bool {
        // What was under way when a program ended is gone.
        guard late.life == early.life, !late.isOfEarlierLife else { return false }
        guard !late.refers(to: early), !late.isReset else { return false }
        // What somebody does may come at any time; of two such moments the order is theirs.
        guard let launch = late.launch else { return early.launch != nil }
        guard launch != early.launch, !late.knows.contains(early.named.seq) else { return false }
        // What is recorded of a cause comes before what times say: a clock may be set back.
        if chain(from: launch).contains(where: { events[$0].map { early.named.seq <= $0 } ?? false }) { return false }
        if let other = early.launch {
            // It may have waited for what it fired itself.
            if chain(from: other).contains(launch) { return false }
            // Launches count up, so it was launched before the other even began.
            if launch < other { return true }
        }
        guard late.clock == early.clock else { return false }
        return launched[launch].map { $0 < early.at } ?? false
    }

    /// A command, the one that fired it, and so on.
    private func chain(from launch: UInt64) -> some Sequence<UInt64> { sequence(first: launch) { parents[$0] } }
}
