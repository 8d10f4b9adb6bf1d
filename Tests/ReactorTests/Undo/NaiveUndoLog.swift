import Reactor

@testable import ReactorStateSupport

/// A log that is stored completely and replayed from its beginning each time, with undo and redo that identify their step by
/// its name.
struct NaiveUndoLog {
    /// A step: the entry in which it began, and the document.
    struct StepName: Hashable {
        var entry: Int
        var document: NaivePapers.Place
        /// Whether the entry also created the document.
        var isNew: Bool
    }

    enum Deed {
        case event(any Event)
        case undo(StepName)
        case redo(StepName)
    }

    enum Owner: Equatable {
        case prediction(Int)
        case mark(Int)
    }

    struct Entry {
        var name: Int
        var deeds: [Deed]
        var owner: Owner?
    }

    private(set) var entries: [Entry] = []
    private var lastName = 0

    private mutating func insert(_ deeds: [Deed], _ owner: Owner? = nil, at index: Int? = nil) {
        lastName += 1
        entries.insert(Entry(name: lastName, deeds: deeds, owner: owner), at: index ?? entries.endIndex)
    }

    /// The place of events from the server: below all predictions.
    private var ground: Int {
        entries.firstIndex { if case .prediction = $0.owner { true } else { false } } ?? entries.endIndex
    }

    mutating func fire(_ deeds: [Deed]) { for deed in deeds { insert([deed]) } }
    mutating func predict(_ deed: Deed, _ prediction: Int) { insert([deed], .prediction(prediction)) }
    mutating func place(_ deed: Deed) { insert([deed], at: ground) }
    mutating func mark(_ mark: Int) { insert([], .mark(mark), at: ground) }

    mutating func report(_ deed: Deed, asOf mark: Int) {
        guard let index = entries.firstIndex(where: { $0.owner == .mark(mark) }) else { return }
        insert([deed], at: index)
    }

    mutating func place(_ deed: Deed, asOf mark: Int) {
        guard let index = entries.firstIndex(where: { $0.owner == .mark(mark) }) else { return }
        entries[index].deeds = [deed]
        entries[index].owner = nil
    }

    mutating func commit(_ prediction: Int) {
        for index in entries.indices where entries[index].owner == .prediction(prediction) {
            entries[index].owner = nil
        }
    }

    mutating func commit(_ prediction: Int, with deeds: [Deed]) {
        guard let index = entries.firstIndex(where: { $0.owner == .prediction(prediction) }) else { return }
        entries[index].deeds = deeds
        entries[index].owner = nil
        rollback(prediction)
    }

    mutating func rollback(_ prediction: Int) {
        entries.removeAll { $0.owner == .prediction(prediction) }
    }

    /// The replay of the log's current content.
    var papers: NaivePapers {
        var papers = NaivePapers()
        for entry in entries {
            for deed in entry.deeds { papers.apply(deed, entry.name) }
        }
        return papers
    }
}

/// Documents of one type that are replaced, removed and added again, as in ``Papers``.
struct NaivePapers {
    enum Place: Hashable, CaseIterable { case left, right, row }

    private(set) var notes: [Place: NaiveNote] = [.left: NaiveNote(.left, born: 0), .right: NaiveNote(.right, born: 0)]

    mutating func apply(_ deed: NaiveUndoLog.Deed, _ entry: Int) {
        switch deed {
        case .event(is Papers.Renewed): notes[.left] = NaiveNote(.left, born: entry)
        case .event(is Papers.RowToggled): notes[.row] = notes[.row] == nil ? NaiveNote(.row, born: entry) : nil
        case .event(let event as Papers.RightTyped):
            notes[.right]?.apply(.event(Typed(text: event.text)), entry)
        default: for place in Place.allCases { notes[place]?.apply(deed, entry) }
        }
    }
}

/// The result of ``Undoable`` for a ``Prose``, with lists.
struct NaiveNote {
    private(set) var document = Prose()
    private(set) var done: [(name: NaiveUndoLog.StepName, document: Prose)] = []
    private(set) var undone: [(name: NaiveUndoLog.StepName, document: Prose)] = []
    /// The number of spaces before the last change, if it was typed.
    private var word: Int?
    /// The entry of the last change that belongs to the newest step.
    private var last: Int?
    private let place: NaivePapers.Place
    private let born: Int

    init(_ place: NaivePapers.Place, born: Int) { (self.place, self.born) = (place, born) }

    mutating func apply(_ deed: NaiveUndoLog.Deed, _ entry: Int) {
        switch deed {
        case .event(let event):
            change(for: event, NaiveUndoLog.StepName(entry: entry, document: place, isNew: born == entry))
        case .undo(let step): Self.move(step, &document, from: &done, to: &undone, &word)
        case .redo(let step): Self.move(step, &document, from: &undone, to: &done, &word)
        }
    }

    private static func move(
        _ step: NaiveUndoLog.StepName, _ document: inout Prose,
        from: inout [(name: NaiveUndoLog.StepName, document: Prose)],
        to: inout [(name: NaiveUndoLog.StepName, document: Prose)], _ word: inout Int?
    ) {
        guard let top = from.last, top.name == step else { return }
        from.removeLast()
        to.append((step, document))
        document = top.document
        word = nil
    }

    private mutating func change(for event: any Event, _ name: NaiveUndoLog.StepName) {
        let before = document
        document.react(to: event)
        guard document != before else { return }
        let word = event is Typed ? before.text.count { $0 == " " } : nil
        let joins = (word != nil && word == self.word || last == name.entry) && !done.isEmpty && undone.isEmpty
        self.word = word
        if event is CursorMoved { return }
        last = name.entry
        if !joins {
            undone = []
            done = (done + [(name, before)]).suffix(Prose.undoLimit)
        } else if done.last?.document == document {
            done.removeLast()
            (self.word, last) = (nil, nil)
        }
    }
}

/// Two documents of one type, and a third that comes and goes. Each undo is passed to all of them.
struct Papers: State, Codable, Equatable {
    struct Renewed: Event, Codable {}
    struct RowToggled: Event, Codable {}
    struct RightTyped: Event, Codable { var text: String }

    var left = Undoable(Prose())
    var right = Undoable(Prose())
    var row: Undoable<Prose>?

    mutating func react(to event: any Event) {
        switch event {
        case is Renewed: left = Undoable(Prose())
        case is RowToggled: row = row == nil ? Undoable(Prose()) : nil
        case let event as RightTyped: right.react(to: Typed(text: event.text))
        default:
            left.react(to: event)
            right.react(to: event)
            row?.react(to: event)
        }
    }

    subscript(place: NaivePapers.Place) -> Undoable<Prose>? {
        switch place {
        case .left: left
        case .right: right
        case .row: row
        }
    }
}
