import Reactor

@testable import ReactorStateSupport

/// A log that is stored completely and replayed from its beginning each time, with undo and redo that identify their step by
/// its name.
struct NaiveUndoLog {
    /// The event that began a step: its entry, and its rank there.
    struct StepName: Hashable {
        var entry: Int
        var rank: Int
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

    mutating func fire(_ deeds: [Deed]) { insert(deeds) }
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
    var note: NaiveNote {
        var note = NaiveNote()
        for entry in entries {
            for (rank, deed) in entry.deeds.enumerated() {
                note.apply(deed, StepName(entry: entry.name, rank: rank))
            }
        }
        return note
    }
}

/// The result of ``Undoable`` for a ``Prose``, with lists.
struct NaiveNote {
    private(set) var document = Prose()
    private(set) var done: [(name: NaiveUndoLog.StepName, document: Prose)] = []
    private(set) var undone: [(name: NaiveUndoLog.StepName, document: Prose)] = []
    private var inWord = false

    mutating func apply(_ deed: NaiveUndoLog.Deed, _ name: NaiveUndoLog.StepName) {
        switch deed {
        case .event(let event): change(for: event, name)
        case .undo(let step): Self.move(step, &document, from: &done, to: &undone, &inWord)
        case .redo(let step): Self.move(step, &document, from: &undone, to: &done, &inWord)
        }
    }

    private static func move(
        _ step: NaiveUndoLog.StepName, _ document: inout Prose,
        from: inout [(name: NaiveUndoLog.StepName, document: Prose)],
        to: inout [(name: NaiveUndoLog.StepName, document: Prose)], _ inWord: inout Bool
    ) {
        guard let top = from.last, top.name == step else { return }
        from.removeLast()
        to.append((step, document))
        document = top.document
        inWord = false
    }

    private mutating func change(for event: any Event, _ name: NaiveUndoLog.StepName) {
        let before = document
        document.react(to: event)
        guard document != before else { return }
        if !(event is CursorMoved), !(inWord && event is Typed) {
            undone = []
            done = (done + [(name, before)]).suffix(Prose.undoLimit)
        }
        inWord = (event as? Typed).map { $0.text != " " } ?? false
        if event is Typed, done.last?.document == document {
            done.removeLast()
            inWord = false
        }
    }
}
