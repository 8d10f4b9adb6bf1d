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

    /// What can be folded: all of it, or, where entries have no content, what is before and behind each of them.
    private let stretches: [Playback<StateType, RecordingFile>]
    private let spans: [UInt64: [Span]]
    private let isUndone: Set<UInt64>
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
        let (stretches, reading) = try Self.read(folder, catalog, words)
        let told = try reading.told { (span) throws(ReplayError) in
            try Self.states(of: span, in: stretches).map { $0.before != $0.after } ?? false
        }
        self.stretches = stretches
        deeds = told.deeds.map {
            Entry(number: $0.number, at: $0.at, words: $0.words, isUndone: told.isUndone[$0.number] != nil)
        }
        spans = Dictionary(told.deeds.map { ($0.number, $0.spans) }, uniquingKeysWith: { first, _ in first })
        isUndone = Set(told.isUndone.keys)
        (done, undone) = (told.done, told.undone)
    }
}

// MARK: Reading

extension Past {
    private typealias Stretches = [Playback<StateType, RecordingFile>]

    /// Reads it anew as long as the writer removes the first segment meanwhile.
    private static func read(
        _ folder: String, _ catalog: EventCatalog<StateType>, _ words: (any Event) -> String?
    ) throws(ReplayError) -> (Stretches, PastReading<StateType>) {
        func first() -> Int? { try? JournalFolder(folder).segments(SystemFileSystem()).first }
        while true {
            let begin = first()
            do throws(ReplayError) {
                return try readOnce(folder, catalog, words)
            } catch {
                guard let now = first(), let begin, now > begin else { throw error }
            }
        }
    }

    private static func readOnce(
        _ folder: String, _ catalog: EventCatalog<StateType>, _ words: (any Event) -> String?
    ) throws(ReplayError) -> (Stretches, PastReading<StateType>) {
        var recording = try RecordingFile(path: folder)
        var reading = PastReading(catalog)
        var stretches: Stretches = []
        while true {
            let playback = try Playback(of: recording, catalog: catalog) { (line) throws(ReplayError) in
                if case .entry(let entry) = line { try reading.read(entry, words) }
            }
            stretches.append(playback)
            guard let obstacle = playback.obstacle else { return (stretches, reading) }
            guard obstacle.isLostEvent else { throw obstacle }
            // What cannot be folded is told all the same. The next header has the state behind it.
            var lines = try recording.lines(after: playback.last)
            let next = try recording.segment(behind: playback.last)
            while let line = try lines.next() {
                guard case .entry(let entry) = line, entry.seq > reading.reached else { continue }
                guard entry.seq <= next?.header.from ?? .max else { break }
                try reading.read(entry, words)
            }
            guard let next else { return (stretches, reading) }
            recording = next
        }
    }

    /// The states before and behind a span; nil where they are not known, or not that nothing is lost between them.
    private static func states(of span: Span, in stretches: Stretches) throws(ReplayError) -> (
        before: JSON, after: JSON
    )? {
        guard let stretch = stretches.last(where: { $0.first <= span.before }), span.last <= stretch.last
        else { return nil }
        var (before, after) = (try stretch.replay(through: span.before), try stretch.replay(through: span.last))
        return (try before.json(), try after.json())
    }

    /// What can be folded up to the end.
    private var end: Playback<StateType, RecordingFile> {
        get throws(ReplayError) {
            let last = stretches[stretches.count - 1]
            if let obstacle = last.obstacle { throw obstacle }
            return last
        }
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
    /// - Parameters:
    ///   - number: the number of the deed.
    ///   - isWanted: whether it would change what counts; nothing of it is left where not.
    /// - Throws: ``PastError`` where there is no such deed, it was undone, or nothing of it is left; ``ReplayError`` where the journal
    ///   cannot be read.
    public func restore(
        _ number: UInt64, where isWanted: (Restored<StateType>) -> Bool = { _ in true }
    ) throws -> Restored<StateType> {
        guard spans[number] != nil else { throw PastError(.unknown(number: number)) }
        guard !isUndone.contains(number) else { throw PastError(.undone(number: number)) }
        guard let event = try event(number, .restore), isWanted(event) else {
            throw PastError(.nothingLeft(number: number))
        }
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
            // What was before it may have been removed with an old segment, or be lost.
            guard let states = try Self.states(of: span, in: stretches) else { return nil }
            if let difference = ThreeWayDifference(from: states.before, to: states.after) {
                differences.append(difference)
            }
        }
        if reason != .redo { differences = differences.reversed().map(\.reversed) }
        let event = Restored<StateType>(number: number, reason: reason, differences: differences)
        let end = try end
        var now = try end.replay(through: end.last)
        return event.changes(now.state) ? event : nil
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
        switch moment {
        case .entry(let number): return try state(behind: number)
        case .time(let time): return try state(behind: last(until: time))
        }
    }

    /// The state behind an entry, or behind the group that it is in.
    private func state(behind seq: UInt64) throws -> StateType {
        let stretch = stretches.last { $0.first <= seq } ?? stretches[0]
        if seq > stretch.last, let obstacle = stretch.obstacle { throw obstacle }
        guard seq <= stretch.last else { throw PastError(.unknown(number: seq)) }
        var replay = try stretch.replay(through: max(seq, stretch.first))
        if replay.isInGroup {
            var lines = try stretch.source.lines(after: replay.reached)
            while replay.isInGroup, let line = try lines.next() { try replay.read(line) }
        }
        return replay.state
    }

    private func last(until time: Timestamp) throws(ReplayError) -> UInt64 {
        var last = stretches[0].first
        var lines = try stretches[0].source.lines(after: last)
        while let line = try lines.next() {
            if case .entry(let entry) = line, entry.at <= time { last = entry.seq }
        }
        return last
    }
}
