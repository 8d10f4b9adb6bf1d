import ReactorState

/// A document with a history whose steps can be undone and redone.
///
/// ```swift
/// struct Editor: State {
///     var note = Undoable(Note())
///
///     mutating func react(to event: any Event) {
///         note.react(to: event)
///     }
/// }
///
/// core.fire(event: NoteTyped(text: "Hello"))
/// if let undo = await core.state.note.undoEvent { core.fire(event: undo) }
/// ```
///
/// Each change of the document is a step, and ``UndoableDocument/undoGrouping(of:from:to:)`` of the document groups changes. If the
/// document is equal before and after an event, or before and after a group of changes, there is no step, so each undo
/// has an effect.
///
/// The history is part of the value, and included in equality, encoding, snapshots and replay. To save a file without
/// it, encode ``document``.
public struct Undoable<Document: UndoableDocument>: Sendable {
    /// The current document.
    public private(set) var document: Document

    /// A step with another version of the document: the one before the step if it is done, the one after it if it is
    /// undone.
    struct Step: Sendable {
        let id: UndoStepID
        let document: Document
    }

    /// The steps that are done, oldest first.
    private var done: [Step] = []
    private var undone: [Step] = []
    /// The name with which the last change can be joined.
    private var group: String?
    /// The number of steps that began outside of a core.
    private var nextNumber: UInt64 = 0
    /// The entry of the log that the document received last.
    private var visit: Visit?

    private struct Visit: Sendable {
        let place: LogFold.Place
        /// Whether an event of the entry is in the newest step.
        var hasStep = false
    }

    /// Creates a document without a history.
    public init(_ document: Document) {
        self.document = document
    }

    /// Whether there is a step to undo.
    public var canUndo: Bool { !done.isEmpty }

    /// Whether there is a step to redo.
    public var canRedo: Bool { !undone.isEmpty }

    /// The number of steps that can be undone.
    public var undoCount: Int { done.count }

    /// The number of steps that can be redone.
    public var redoCount: Int { undone.count }

    /// The event that undoes the newest step, or nil.
    public var undoEvent: Undo<Document>? { done.last.map { Undo(step: $0.id) } }

    /// The event that redoes the step that was undone last, or nil.
    public var redoEvent: Redo<Document>? { undone.last.map { Redo(step: $0.id) } }
}

extension Undoable {
    /// Undoes a step, if it is the newest one. Otherwise returns false, without a change.
    @discardableResult
    package mutating func undo(_ step: UndoStepID) -> Bool {
        guard let top = done.last, step.isMeant(for: top.id) else { return false }
        done.removeLast()
        undone.append(Step(id: top.id, document: document))
        document = top.document
        group = nil
        return true
    }

    /// Redoes a step, if it was undone last. Otherwise returns false, without a change.
    @discardableResult
    mutating func redo(_ step: UndoStepID) -> Bool {
        guard let top = undone.last, step.isMeant(for: top.id) else { return false }
        undone.removeLast()
        done.append(Step(id: top.id, document: document))
        document = top.document
        group = nil
        return true
    }

    /// Discards the history. An event for an old step does not affect a new one.
    public mutating func forgetHistory() {
        done.removeAll()
        undone.removeAll()
        group = nil
    }

    /// Changes the document because of an event. ``UndoableDocument/undoGrouping(of:from:to:)`` decides which step
    /// the change belongs to. If the closure throws, its changes are reverted.
    ///
    /// Use it for documents that are not a ``State``. A document that is a state changes in its `react(to:)`.
    ///
    /// All changes for one event, and for all events with which a prediction is committed, are one step.
    public mutating func change(for event: any Event, _ body: (inout Document) throws -> Void) rethrows {
        enter()
        let before = document
        do {
            try body(&document)
        } catch {
            document = before
            throw error
        }
        if isUnchanged(before, document) { return }
        switch Document.undoGrouping(of: event, from: before, to: document) {
        case .newStep:
            change(since: before, begins: visit?.hasStep != true, nil)
        case .joins(let name):
            change(since: before, begins: name != group && visit?.hasStep != true, name)
        case .noStep:
            group = nil
        }
    }

    /// Notes the entry of the current event.
    private mutating func enter() {
        guard let place = LogFold.place(after: visit?.place) else { return visit = nil }
        if visit?.place.entry != place.entry { visit = Visit(place: place) }
    }

    /// Begins a step for a change, or adds the change to the newest step.
    private mutating func change(since before: Document, begins: Bool, _ name: String?) {
        group = name
        visit?.hasStep = true
        if begins || done.isEmpty || !undone.isEmpty { begin(from: before) } else { forgetIfBack() }
    }

    /// Removes the newest step if the document is as it was before it: text that was typed and deleted again in one step
    /// leaves nothing to undo.
    private mutating func forgetIfBack() {
        guard let last = done.last, isUnchanged(last.document, document) else { return }
        done.removeLast()
        group = nil
        visit?.hasStep = false
    }

    private mutating func begin(from before: Document) {
        let limit = Document.undoLimit
        if limit < 0 {
            fatalError("\(Document.self).undoLimit is below 0: \(limit). Return 0 for a document without undo.")
        }
        undone.removeAll()
        done.append(Step(id: nextID(), document: before))
        if done.count > limit { done.removeFirst(done.count - limit) }
    }

    private mutating func nextID() -> UndoStepID {
        if let place = visit?.place { return UndoStepID(number: place.entry, rank: place.rank) }
        defer { nextNumber += 1 }
        return UndoStepID(number: nextNumber, rank: nil)
    }
}

extension Undoable: State where Document: State {
    /// Applies an ``Undo`` or ``Redo`` of the document, and forwards every other event to the document.
    ///
    /// `Reset<Document>` resets the document with its own `react(to:)`. `Reset<Undoable<Document>>` is forwarded as
    /// `Reset<Document>`. Both discard the history.
    public mutating func react(to event: any Event) {
        if let target = type(of: event)._resetTarget, target == Document.self || target == Undoable.self {
            document.react(to: Reset<Document>())
            forgetHistory()
        } else if let event = event.as(Undo<Document>.self) {
            undo(event.step)
        } else if let event = event.as(Redo<Document>.self) {
            redo(event.step)
        } else {
            change(for: event) { $0.react(to: event) }
        }
    }
}

// Two histories are equal if they look equal and go back to equal documents. The ids of their steps only identify the
// steps, so a test can write the expected value without a core.

extension Undoable.Step: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.document == right.document }
}

extension Undoable: Equatable {
    /// Returns whether two documents and their histories are equal, without the ids of the steps.
    public static func == (left: Self, right: Self) -> Bool {
        left.document == right.document && left.group == right.group && left.done == right.done
            && left.undone == right.undone
    }
}

extension Undoable.Step: Hashable where Document: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(document) }
}

extension Undoable: Hashable where Document: Hashable {
    /// Hashes the document and its history, without the ids of the steps.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(document)
        hasher.combine(done)
        hasher.combine(undone)
    }
}

extension Undoable {
    fileprivate enum CodingKeys: String, CodingKey {
        // Not `visit`: a journal contains all changes of an entry or none.
        case document, done, undone, group, nextNumber
    }
}

extension Undoable.Step: Encodable where Document: Encodable {}
extension Undoable.Step: Decodable where Document: Decodable {}

extension Undoable: Encodable where Document: Encodable {}
extension Undoable: Decodable where Document: Decodable {}
