import Reactor

/// Entries that belong together: the states before and after them show what they changed.
struct Span: Hashable, Sendable {
    let before: UInt64
    let last: UInt64
}

/// Reads who did what out of the entries of a journal.
struct PastReading<StateType: State & Codable> {
    /// An entry that stands alone, or a whole group.
    struct Unit {
        let span: Span
        /// The launch that it comes from, 0 for none.
        let launch: UInt64
        /// Whether only a server says something in it, which is nothing that a person did here.
        let isOfServer: Bool
        /// Where the prediction was begun that it begins or goes on with.
        let root: Int?
        /// The place in `doings` of what was done with it.
        var doing: Int?
    }

    struct Doing {
        let number: UInt64
        let at: Timestamp
        var words: String
        /// Its place in `units`, and that of its beginning, where it was predicted.
        let unit: Int
        let root: Int
        /// What it puts back, nil for a deed of its own.
        let restores: Restored<StateType>?
        /// The last entry before what was done for it, where it says that.
        let since: UInt64?
        /// The command that says it, 0 for none.
        let launch: UInt64
        var spans: [Span] = []
    }

    struct Told {
        var deeds: [Doing] = []
        var done: [UInt64] = []
        var undone: [UInt64] = []
        /// Those that were undone and not done again, also where that can no longer be done; with the entry that undid
        /// each.
        var isUndone: [UInt64: UInt64] = [:]
    }

    private struct Launch {
        /// Its first place in `units`.
        let first: Int
        let parent: UInt64
    }

    private let catalog: EventCatalog<StateType>
    private var units: [Unit] = []
    private var doings: [Doing] = []
    private var launches: [UInt64: Launch] = [:]
    /// The predictions that are pending, each with the place in `units` where it was begun.
    private var pending: [PredictionID: Int] = [:]
    private var rolledBack: [(root: Int, unit: Int)] = []
    private var group: [JournalEntry] = []
    /// The last entry that was read.
    private(set) var reached: UInt64 = 0

    init(_ catalog: EventCatalog<StateType>) { self.catalog = catalog }

    // MARK: Reading

    mutating func read(_ entry: JournalEntry, _ words: (any Event) -> String?) throws(ReplayError) {
        reached = entry.seq
        group.append(entry)
        guard entry.group?.isLast != false else { return }
        try take(group, words)
        group.removeAll(keepingCapacity: true)
    }

    private mutating func take(_ entries: [JournalEntry], _ words: (any Event) -> String?) throws(ReplayError) {
        let place = units.count
        var root: Int?
        for entry in entries {
            switch entry.step {
            case .begin(let id):
                pending[id] = place
                root = root ?? place
            case .append(let id): root = root ?? pending[id]
            case .replace(let id), .commit(let id): root = pending.removeValue(forKey: id) ?? root
            case .rollback(let id): rollBack(id, place)
            case .event(let withdrawn): for id in withdrawn { rollBack(id, place) }
            case .mark, .report, .place, .release: break
            }
        }
        let launch = entries.lazy.compactMap(\.cause).first
        units.append(
            Unit(
                span: Span(before: entries[0].seq - 1, last: entries[entries.count - 1].seq),
                launch: launch?.launch ?? 0, isOfServer: entries.allSatisfy(\.isOfServer), root: root))
        if let launch { note(launch, place) }
        let begin = root ?? place
        // The first one with words counts, whether it was predicted, joined the prediction later, or answered it.
        guard units[begin].doing == nil else { return }
        for entry in entries where !entry.isOfServer {
            guard let event = entry.event, event.gap == nil,
                let doing = doing(try catalog.schemas.decode(event, at: entry.seq), entry, place, begin, words)
            else { continue }
            units[begin].doing = doings.count
            doings.append(doing)
            return
        }
    }

    private mutating func note(_ cause: JournalCause, _ place: Int) {
        guard launches[cause.launch] == nil else { return }
        launches[cause.launch] = Launch(first: place, parent: cause.parent ?? 0)
    }

    private func doing(
        _ event: any Event, _ entry: JournalEntry, _ unit: Int, _ root: Int, _ words: (any Event) -> String?
    ) -> Doing? {
        let deed = event as? Deed
        let restores = event as? Restored<StateType>
        guard let words = restores != nil ? "" : deed != nil ? deed?.words : words(event) else { return nil }
        return Doing(
            number: entry.seq, at: entry.at, words: words, unit: unit, root: root, restores: restores,
            since: deed?.since ?? restores?.since, launch: entry.cause?.launch ?? 0)
    }

    private mutating func rollBack(_ id: PredictionID, _ place: Int) {
        guard let root = pending.removeValue(forKey: id) else { return }
        rolledBack.append((root, place))
    }
}

// MARK: What belongs to what

extension PastReading {
    /// The places in `units` behind an entry and before what says that it was done since then.
    private func places(of doing: Doing) -> Range<Int> {
        guard let since = doing.since else { return doing.unit..<doing.unit }
        var (low, high) = (0, doing.unit)
        while low < high {
            let middle = (low + high) / 2
            if units[middle].span.before < since { low = middle + 1 } else { high = middle }
        }
        return low..<doing.unit
    }

    /// Whether a launch is another one, or was begun by it, or by what that began. The journal knows a launch by its entries:
    /// where one in between has none, it is not known.
    private func comes(_ launch: UInt64, from other: UInt64) -> Bool {
        var launch = launch
        // A command is launched behind its parent.
        while launch > other { launch = launches[launch]?.parent ?? 0 }
        return launch == other
    }

    /// Whether a unit may have been done for what says that it was done since then.
    private func mayBelong(_ place: Int, to doing: Doing, _ places: Range<Int>) -> Bool {
        let unit = units[place]
        guard unit.root ?? place == place, unit.doing.map({ doings[$0].restores == nil }) ?? true else { return false }
        if doing.launch != 0 { return comes(unit.launch, from: doing.launch) }
        // Nobody says whose it is: what was begun before is not, nor what a server says.
        return !unit.isOfServer && (launches[unit.launch].map { $0.first >= places.lowerBound } ?? true)
    }

    /// Which of the doings each unit was done for: an index for each of `units`, nil for none.
    private func owners() -> [Int?] {
        var owners = [Int?](repeating: nil, count: units.count)
        var isTaken = Set<Int>()
        for doing in doings where doing.since != nil {
            owners[doing.unit] = units[doing.root].doing
            isTaken.insert(doing.unit)
        }
        let sinces = doings.indices.filter { doings[$0].since != nil }
        // What a command says it did is known by its launch.
        for index in sinces where doings[index].launch != 0 {
            let places = places(of: doings[index])
            for place in places where !isTaken.contains(place) && mayBelong(place, to: doings[index], places) {
                owners[place] = index
                isTaken.insert(place)
            }
        }
        // Of the others the innermost one has it. Where none is within the other, nobody knows whose it is.
        var claims: [Int: Int?] = [:]
        for index in sinces where doings[index].launch == 0 {
            let places = places(of: doings[index])
            for place in places where !isTaken.contains(place) && mayBelong(place, to: doings[index], places) {
                guard let claim = claims[place] else {
                    claims[place] = .some(index)
                    continue
                }
                guard let first = claim else { continue }
                if self.places(of: doings[first]).lowerBound >= places.lowerBound { continue }
                claims[place] = .some(nil)
            }
        }
        for (place, claim) in claims { owners[place] = claim }
        // Deeds among what puts something back are its doing.
        for index in sinces where doings[index].restores != nil {
            let places = places(of: doings[index])
            for inner in doings[..<index].indices.reversed() {
                guard doings[inner].unit >= places.lowerBound else { break }
                guard doings[inner].since != nil, doings[inner].restores == nil else { continue }
                let start = self.places(of: doings[inner]).lowerBound
                guard start >= places.lowerBound else { continue }
                for place in start...doings[inner].unit where owners[place] == inner { owners[place] = index }
            }
        }
        // What goes on with a prediction belongs where that does.
        for place in units.indices {
            if owners[place] == nil, let root = units[place].root, root != place { owners[place] = owners[root] }
            if owners[place] == nil { owners[place] = units[units[place].root ?? place].doing }
        }
        return owners
    }

    // MARK: Telling

    /// What is to be told, when all is read.
    ///
    /// - Parameter changes: whether the states before and behind a span differ.
    func told(changes: (Span) throws(ReplayError) -> Bool) throws(ReplayError) -> Told {
        let owners = owners()
        var doings = doings
        for (place, owner) in owners.enumerated() {
            guard let owner else { continue }
            let span = units[place].span
            if let last = doings[owner].spans.last, last.last == span.before {
                doings[owner].spans[doings[owner].spans.count - 1] = Span(before: last.before, last: span.last)
            } else {
                doings[owner].spans.append(span)
            }
        }
        let gone = gone
        var told = Told()
        var words: [UInt64: String] = [:]
        var deeds: [Int] = []
        func tell(_ index: Int) {
            let number = doings[index].restores?.number
            switch doings[index].restores?.reason {
            case .undo:
                told.undo(number)
                // What a program has told a server is its own affair.
                if let number { told.isUndone[number] = doings[index].since == nil ? doings[index].number : .max }
            case .redo:
                told.redo(number)
                if let number { told.isUndone[number] = nil }
            case .restore, nil:
                if let number { doings[index].words = "put back: \(words[number] ?? "#\(number)")" }
                words[doings[index].number] = doings[index].words
                deeds.append(index)
                told.done.append(doings[index].number)
                told.undone = []
            }
        }
        var next = 0
        for place in units.indices {
            if next < doings.count, doings[next].unit == place {
                let index = next
                next += 1
                // What was put back of it may outlast it.
                if gone.contains(index), doings[index].restores == nil {
                    words[doings[index].number] = doings[index].words
                } else if owners[doings[index].root] == index, !gone.contains(index) {
                    tell(index)
                }
            }
            // The answer to what was undone while it was pending: where that shows, the deed is done.
            guard let owner = owners[place], let root = units[place].root, root != place, !gone.contains(owner),
                let undoing = told.isUndone[doings[owner].number], units[place].span.before >= undoing,
                try changes(units[place].span)
            else { continue }
            let number = doings[owner].number
            told.isUndone[number] = nil
            told.undone.removeAll { $0 == number }
            told.done.append(number)
            doings[owner].spans.removeAll { $0.last <= undoing }
        }
        told.deeds = deeds.map { doings[$0] }
        return told
    }

    /// What was rolled back. What was done again before that still shows.
    private var gone: Set<Int> {
        var redone: [UInt64: Int] = [:]
        for doing in doings where doing.restores?.reason == .redo && doing.since == nil {
            if let number = doing.restores?.number, redone[number] == nil { redone[number] = doing.unit }
        }
        return Set(
            rolledBack.compactMap { root, place in
                guard let index = units[root].doing else { return nil }
                return redone[doings[index].number].map { $0 < place } == true ? nil : index
            })
    }
}

extension PastReading.Told {
    mutating func undo(_ number: UInt64?) { Self.move(number, from: &done, to: &undone) }
    mutating func redo(_ number: UInt64?) { Self.move(number, from: &undone, to: &done) }

    /// What stands above it goes: nothing of that was left.
    private static func move(_ number: UInt64?, from: inout [UInt64], to: inout [UInt64]) {
        guard let number, let place = from.lastIndex(of: number) else { return }
        from.removeSubrange(place...)
        to.append(number)
    }
}

extension JournalEntry {
    /// Whether it is what a server says, or the place for that.
    fileprivate var isOfServer: Bool {
        switch step {
        case .mark, .report, .place, .release: true
        case .event, .begin, .append, .commit, .replace, .rollback: false
        }
    }
}
