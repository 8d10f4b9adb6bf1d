import ReactorState

/// Undoes one step of an ``Undoable`` document.
///
/// It names the step it was aimed at, and does nothing when another one is on top by the time it arrives: pressed twice
/// it undoes one step, and after a rollback below it does not undo something else. Made by
/// ``Undoable/undoEvent``.
///
/// ```swift
/// if let undo = editor.note.undoEvent { core.fire(event: undo) }
/// ```
public struct Undo<Document>: Event, Hashable, Codable {
    /// The step it was aimed at.
    package let step: UndoStepID

    /// An undo of this step, for events that come from a recording or over a network.
    package init(step: UndoStepID) {
        self.step = step
    }
}

/// Redoes one step of an ``Undoable`` document that was undone.
///
/// It names the step it was aimed at, and does nothing when that is not the one to bring back next. Made by
/// ``Undoable/redoEvent``.
public struct Redo<Document>: Event, Hashable, Codable {
    /// The step it was aimed at.
    package let step: UndoStepID

    /// A redo of this step, for events that come from a recording or over a network.
    package init(step: UndoStepID) {
        self.step = step
    }
}

/// Which step of an ``Undoable`` document is meant.
///
/// A step is named by the event that began it: by its count in the value, and while a prediction is pending, when an
/// event below may still go and its count with it, by its position in the log. So a step keeps its id when others come and
/// go, a replay of the log gives every step the id it had, and none is used again in the life of the value, a ``Reset``
/// included.
package struct UndoStepID: Hashable, Sendable, Codable {
    /// How many steps were counted before it, or the entry of the log in which it began.
    let number: UInt64
    /// Its rank within that entry, nil for one that is counted.
    let rank: Int?
}

// What people type who do not know that an undo names its step.

extension Undo {
    @available(
        *, unavailable,
        message:
            "An undo names its step, so the document makes it: if let undo = note.undoEvent { core.fire(event: undo) }."
    )
    public init() { fatalError() }
}

extension Redo {
    @available(
        *, unavailable,
        message:
            "A redo names its step, so the document makes it: if let redo = note.redoEvent { core.fire(event: redo) }."
    )
    public init() { fatalError() }
}

extension Reset {
    @available(*, unavailable, message: "The type stands in brackets: Reset<Search>().")
    public init(_ target: Target.Type) { fatalError() }
}
