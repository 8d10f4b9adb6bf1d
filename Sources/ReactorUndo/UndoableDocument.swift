import ReactorState

/// A document whose changes can be undone, with the rule that groups them into steps.
///
/// ```swift
/// struct Note: State, UndoableDocument {
///     var text = ""
///
///     // Leave it out, and every change is a step.
///     static func undoGrouping(of event: any Event, from before: Note, to after: Note) -> UndoGrouping {
///         event is NoteTyped ? .joins("typing") : .newStep
///     }
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as NoteTyped: text += event.text
///         case is Reset<Note>: self = Note()
///         default: break
///         }
///     }
/// }
/// ```
///
/// A step is a copy of the document before the change. If the document shares structure (``KeyedRows``, arrays of
/// arrays, a rope), the memory of a step depends on the size of the change; otherwise it depends on the size of the
/// document.
public protocol UndoableDocument: Equatable, Sendable {
    /// The number of steps that can be undone. Older steps are discarded. The default is 100.
    static var undoLimit: Int { get }

    /// Returns whether a change begins a step, joins the newest one, or belongs to none. It is called only if the
    /// document has changed. The default is a step for each change.
    ///
    /// It must be pure, like `react(to:)`: the same changes lead to the same steps in a replay.
    ///
    /// - Parameters:
    ///   - event: The event that changed the document.
    ///   - before: The document before the change.
    ///   - after: The document after the change.
    static func undoGrouping(of event: any Event, from before: Self, to after: Self) -> UndoGrouping
}

extension UndoableDocument {
    /// The default: 100 steps.
    public static var undoLimit: Int { 100 }

    /// The default: a step for each change.
    public static func undoGrouping(of event: any Event, from before: Self, to after: Self) -> UndoGrouping { .newStep }
}

/// The effect of a change on the history of a document.
public enum UndoGrouping: Hashable, Sendable {
    /// The change begins a new step. Undone steps can no longer be redone.
    case newStep
    /// The change is part of the newest step if the previous change has the same name, such as the next letter of a word.
    /// Otherwise, and after an undo, a redo or a reset, it begins a step. If the document is as it was before the step,
    /// the step is removed.
    ///
    /// A name that differs for each word makes each word a step.
    case joins(String)
    /// The change belongs to no step, such as a moved cursor. A redo remains possible, and an undo reverts the change
    /// together with the previous step. The next change joins no step.
    case noStep

    /// Joins consecutive changes by one control, such as typing into a field: assignments of one property of one child
    /// state. Every other change begins a step.
    public static func joinsAssignments(of event: any Event) -> UndoGrouping {
        guard let event = event.as(Assign.self) else { return .newStep }
        return .joins([event.name, event.part].compactMap(\.self).joined(separator: " "))
    }
}
