public import Reactor

/// What was done to a state, for the people who did it: in their words, and ready to be undone. It is read from the journal.
///
/// ```swift
/// struct Jars: State, Codable {
///     var grams: [String: Int] = [:]
///     mutating func react(to event: any Event) {
///         if let event = event as? Restored<Jars> { event.restore(&self) }
///     }
/// }
/// func undo(_ opened: OpenedCore<Jars>, words: (any Event) -> String?) async throws {
///     let past = try await opened.past(words: words)
///     for deed in past.deeds.reversed() { print(deed.number, deed.words) }
///     if let undo = try past.undo() { opened.core.fire(event: undo) }
/// }
/// ```
///
/// A deed is an event that has words, a group of events or a prediction, of which the first one with words counts, or what a
/// ``Deed`` says. A prediction that was rolled back is none, and its answer belongs to it. Undoing and doing again are events
/// of the journal too, so they outlast the program.
///
/// A value: it knows what the journal held when it was read.
public struct Past<StateType: State & Codable>: Sendable {
    /// One thing that was done.
    public struct Entry: Hashable, Sendable {
        /// Its number: that of its entry in the journal.
        public let number: UInt64
        /// When it was done.
        public let at: Timestamp
        /// What it was.
        public let words: String
        /// Whether it was undone, and not done again.
        public let isUndone: Bool
    }

    /// What was done, in order.
    public let deeds: [Entry]

    private let playback: Playback<StateType, RecordingFile>
    private let spans: [UInt64: [Span]]
    /// What can be undone and done again, the next one at the end.
    private let done: [UInt64]
    private let undone: [UInt64]

    /// The past that a journal holds.
    ///
    /// - Parameters:
    ///   - folder: the folder of the journal, which may be open for writing.
    ///   - catalog: what its events are read with.
    ///   - words: says in words what a person did with an event; nil for an event that is nothing a person did.
    /// - Complexity: O(the recording), which is read and folded once.
    /// - Throws: ``ReplayError`` where the journal cannot be read to its end.
    public init(
        of folder: String, catalog: EventCatalog<StateType>, words: (any Event) -> String? = { _ in nil }
    ) throws(ReplayError) {
        let recording = try RecordingFile(path: folder)
        var reading = PastReading(catalog)
        playback = try Playback(of: recording, catalog: catalog) { (line) throws(ReplayError) in
            if case .entry(let entry) = line { try reading.read(entry, words) }
        }
        if let obstacle = playback.obstacle { throw obstacle }
        let told = reading.told()
        deeds = told.deeds.map {
            Entry(number: $0.number, at: $0.at, words: $0.words, isUndone: told.isUndone.contains($0.number))
        }
        spans = Dictionary(told.deeds.map { ($0.number, $0.spans) }, uniquingKeysWith: { first, _ in first })
        (done, undone) = (told.done, told.undone)
    }
}

// MARK: Undoing

extension Past {
    /// The event that undoes the last deed of which anything is left, nil where there is none.
    ///
    /// - Parameter isWanted: whether it would change what counts; the deed before is tried where not.
    /// - Throws: ``ReplayError`` where the journal cannot be read.
    public func undo(
        where isWanted: (Restored<StateType>) -> Bool = { _ in true }
    ) throws(ReplayError) -> Restored<StateType>? {
        try first(of: done, .undo, isWanted)
    }

    /// The event that does again what was undone last, nil where there is none, and where something was done since.
    ///
    /// - Parameter isWanted: whether it would change what counts; what was undone before is tried where not.
    /// - Throws: ``ReplayError`` where the journal cannot be read.
    public func redo(
        where isWanted: (Restored<StateType>) -> Bool = { _ in true }
    ) throws(ReplayError) -> Restored<StateType>? {
        try first(of: undone, .redo, isWanted)
    }

    /// The event that puts back what one deed changed, whenever it was. That is a deed of its own and can be undone.
    ///
    /// - Parameter number: the number of the deed.
    /// - Throws: ``PastError`` where there is no such deed, or nothing of it is left; ``ReplayError`` where the journal
    ///   cannot be read.
    public func restore(_ number: UInt64) throws -> Restored<StateType> {
        guard spans[number] != nil else { throw PastError(.unknown(number: number)) }
        guard let event = try event(number, .restore) else { throw PastError(.nothingLeft(number: number)) }
        return event
    }

    private func first(
        of numbers: [UInt64], _ reason: Restored<StateType>.Reason, _ isWanted: (Restored<StateType>) -> Bool
    ) throws(ReplayError) -> Restored<StateType>? {
        for number in numbers.reversed() {
            if let event = try event(number, reason), isWanted(event) { return event }
        }
        return nil
    }

    /// Nil where it would change nothing.
    private func event(
        _ number: UInt64, _ reason: Restored<StateType>.Reason
    ) throws(ReplayError) -> Restored<StateType>? {
        var differences: [ThreeWayDifference] = []
        for span in spans[number] ?? [] {
            // What was before it may have been removed with an old segment.
            guard span.before >= playback.first else { return nil }
            let (before, after) = (try json(span.before), try json(span.last))
            if let difference = ThreeWayDifference(from: before, to: after) { differences.append(difference) }
        }
        if reason != .redo { differences = differences.reversed().map(\.reversed) }
        let event = Restored<StateType>(number: number, reason: reason, differences: differences)
        let now = try json(playback.last)
        return event.applied(to: now) == now ? nil : event
    }

    private func json(_ seq: UInt64) throws(ReplayError) -> JSON {
        var replay = try playback.replay(through: seq)
        return try replay.json()
    }
}

// MARK: As it was

extension Past {
    /// The state as it was then.
    ///
    /// - Parameters:
    ///   - when: the number of a deed, for what was behind it; a time as `14:30` or `2026-01-02 14:30`; or a day, for what
    ///     was at its end: `2026-01-02`, `today`, `yesterday`, or `monday` for the last one before today. Times are those of
    ///     the place where the program runs. What is before the recording is its begin.
    ///   - now: what is today.
    /// - Throws: ``PastError`` where it names no moment; ``ReplayError`` where the journal cannot be read.
    public func state(at when: String, now: Timestamp = .wallClock()) throws -> StateType {
        guard let moment = Moment(when, now: now) else { throw PastError(.noMoment(when)) }
        let seq: UInt64
        switch moment {
        case .entry(let number):
            guard number <= playback.last else { throw PastError(.unknown(number: number)) }
            seq = max(number, playback.first)
        case .time(let time): seq = try last(until: time)
        }
        var replay = try playback.replay(through: seq)
        return replay.state
    }

    private func last(until time: Timestamp) throws(ReplayError) -> UInt64 {
        var last = playback.first
        var lines = try playback.source.lines(after: last)
        while let line = try lines.next() {
            if case .entry(let entry) = line, entry.at <= time { last = entry.seq }
        }
        return min(last, playback.last)
    }
}

/// Entries that belong together: the states before and after them show what they changed.
struct Span: Hashable, Sendable {
    let before: UInt64
    let last: UInt64
}

/// Reads who did what out of the entries of a journal.
private struct PastReading<StateType: State & Codable> {
    struct Doing {
        let number: UInt64
        let at: Timestamp
        var words: String
        var spans: [Span]
        /// What it puts back, nil for a deed of its own.
        let restores: Restored<StateType>?
        /// The last entry before what was done for it, where it says that.
        let since: UInt64?
        var isRolledBack = false
    }

    struct Told {
        var deeds: [Doing] = []
        var done: [UInt64] = []
        var undone: [UInt64] = []
        /// Those that were undone and not done again, also where that can no longer be done.
        var isUndone: Set<UInt64> = []
    }

    private let catalog: EventCatalog<StateType>
    private var doings: [Doing] = []
    /// Those that are predicted, by their place.
    private var predicted: [PredictionID: Int] = [:]
    private var group: [JournalEntry] = []

    init(_ catalog: EventCatalog<StateType>) { self.catalog = catalog }

    mutating func read(_ entry: JournalEntry, _ words: (any Event) -> String?) throws(ReplayError) {
        group.append(entry)
        guard entry.group?.isLast != false else { return }
        try take(group, words)
        group.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ entries: [JournalEntry], _ words: (any Event) -> String?) throws(ReplayError) {
        let span = Span(before: entries[0].seq - 1, last: entries[entries.count - 1].seq)
        var doing: Doing?
        var prediction: PredictionID?
        var belongsTo: Int?
        for entry in entries {
            switch entry.step {
            case .begin(let id): prediction = id
            case .append(let id): belongsTo = belongsTo ?? predicted[id]
            case .replace(let id):
                belongsTo = belongsTo ?? predicted.removeValue(forKey: id)
                continue
            case .commit(let id): predicted[id] = nil
            case .rollback(let id): rollBack(id)
            case .event(let withdrawn): for id in withdrawn { rollBack(id) }
            // What a server says is nothing that a person did here.
            case .mark, .report, .place, .release: continue
            }
            guard doing == nil, let event = entry.event else { continue }
            doing = self.doing(try catalog.schemas.decode(event, at: entry.seq), entry, span, words)
        }
        if let belongsTo {
            doings[belongsTo].spans.append(span)
        } else if let doing {
            if let prediction { predicted[prediction] = doings.count }
            doings.append(doing)
        }
    }

    private func doing(
        _ event: any Event, _ entry: JournalEntry, _ span: Span, _ words: (any Event) -> String?
    ) -> Doing? {
        let deed = event as? Deed
        let restores = event as? Restored<StateType>
        guard let words = restores != nil ? "" : deed != nil ? deed?.words : words(event) else { return nil }
        let since = (deed?.since ?? restores?.since).map { min($0, span.before) }
        return Doing(
            number: entry.seq, at: entry.at, words: words, spans: [Span(before: since ?? span.before, last: span.last)],
            restores: restores, since: since)
    }

    private mutating func rollBack(_ id: PredictionID) {
        guard let place = predicted.removeValue(forKey: id) else { return }
        doings[place].isRolledBack = true
    }

    /// What is to be told, when all is read.
    func told() -> Told {
        var left: [Doing] = []
        for doing in doings where !doing.isRolledBack {
            // What was done for it is no deed beside it.
            if let since = doing.since { left.removeAll { $0.number > since } }
            left.append(doing)
        }
        var told = Told()
        var words: [UInt64: String] = [:]
        for var doing in left {
            let number = doing.restores?.number
            switch doing.restores?.reason {
            case .undo:
                Self.move(number, from: &told.done, to: &told.undone)
                if let number { told.isUndone.insert(number) }
            case .redo:
                Self.move(number, from: &told.undone, to: &told.done)
                if let number { told.isUndone.remove(number) }
            case .restore, nil:
                if let number { doing.words = "put back: \(words[number] ?? "#\(number)")" }
                words[doing.number] = doing.words
                told.deeds.append(doing)
                told.done.append(doing.number)
                told.undone = []
            }
        }
        return told
    }

    /// What stands above it goes: nothing of that was left.
    private static func move(_ number: UInt64?, from: inout [UInt64], to: inout [UInt64]) {
        guard let number, let place = from.lastIndex(of: number) else { return }
        from.removeSubrange(place...)
        to.append(number)
    }
}
