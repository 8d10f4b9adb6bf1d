import ReactorState

/// The event that undoes one step of an ``Undoable`` document.
///
/// ```swift
/// if let undo = editor.note.undoEvent { core.fire(event: undo) }
/// ```
///
/// ``Undoable/undoEvent`` creates it for the newest step. If another step is the newest one when the event is applied,
/// it does nothing. So two quick taps undo one step, and after a rollback of the step, no other step is undone.
public struct Undo<Document>: Event, Hashable, Codable {
    /// The step to undo.
    package let step: UndoStepID

    /// Creates an undo of a step, for events from a recording or a network.
    package init(step: UndoStepID) {
        self.step = step
    }
}

/// The event that redoes one undone step of an ``Undoable`` document.
///
/// ``Undoable/redoEvent`` creates it. If another step is the next one to redo when the event is applied, it does
/// nothing.
public struct Redo<Document>: Event, Hashable, Codable {
    /// The step to redo.
    package let step: UndoStepID

    /// Creates a redo of a step, for events from a recording or a network.
    package init(step: UndoStepID) {
        self.step = step
    }
}

/// The id of a step of an ``Undoable`` document.
///
/// It is derived from the event that began the step: a count in the value or, while an event below can still be rolled
/// back, which would change the count, the position of the event in the log. So a step keeps its id when other steps
/// are added or removed, a replay of the log assigns the same ids, and no id is used again in the lifetime of the
/// value, even after a ``Reset``.
package struct UndoStepID: Hashable, Sendable, Codable {
    /// The number of steps before it, or the entry of the log in which it began.
    let number: UInt64
    /// The rank within the entry; nil if the number is a count.
    let rank: Int?
}

// Initializers without the step that an undo contains.

extension Undo {
    @available(
        *, unavailable,
        message:
            "An undo contains its step, so read it from the document: if let undo = note.undoEvent { core.fire(event: undo) }."
    )
    public init() { fatalError() }
}

extension Redo {
    @available(
        *, unavailable,
        message:
            "A redo contains its step, so read it from the document: if let redo = note.redoEvent { core.fire(event: redo) }."
    )
    public init() { fatalError() }
}

extension Reset {
    @available(*, unavailable, message: "Write the type as a generic argument: Reset<Search>().")
    public init(_ target: Target.Type) { fatalError() }
}
