import ReactorState

/// A document whose changes can be undone, and the policy by which they become steps.
///
/// ```swift
/// struct Note: State, UndoableDocument {
///     typealias UndoSteps = UndoRuns<Note, NoteTyped>      // leave it out, and every change is a step
///     var text = ""
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
/// arrays, a rope), memory grows with the size of a change; otherwise it grows with the whole document.
public protocol UndoableDocument: Equatable, Sendable {
    /// How changes become steps. A type, so that a document with its history stays Equatable and Codable.
    associatedtype UndoSteps: UndoPolicy = EveryChange<Self> where UndoSteps.Document == Self

    /// How many steps can be undone; older ones are forgotten. 100 if it is not given.
    static var undoLimit: Int { get }
}

extension UndoableDocument {
    /// A hundred steps.
    public static var undoLimit: Int { 100 }
}

/// Decides, for every change of a document, whether it begins a step, continues the one on top, or is none.
///
/// It must be pure, like `react(to:)`: the same changes make the same steps in a replay. A word at a time:
///
/// ```swift
/// enum Words: UndoPolicy {
///     static func step(
///         for event: any Event, from before: Note, to after: Note, run: Bool?
///     ) -> UndoStep<Bool> {
///         guard event is NoteTyped else { return .begins(run: nil) }
///         let endsWord = after.text.last == " "
///         return run == true ? .continues(run: !endsWord) : .begins(run: !endsWord)
///     }
/// }
/// ```
public protocol UndoPolicy<Document>: SendableMetatype {
    /// The document whose changes it judges.
    associatedtype Document
    /// The memory of the change before, to see whether the next one continues it.
    associatedtype Run: Equatable & Sendable & Codable

    /// Returns the step for a change. Called only when the document did change.
    ///
    /// - Parameters:
    ///   - event: what changed the document.
    ///   - before: the document before the change.
    ///   - after: the document after it.
    ///   - run: what the change before gave, nil where there is nothing to continue: at first, and after an undo, a
    ///     redo and a reset.
    static func step(for event: any Event, from before: Document, to after: Document, run: Run?) -> UndoStep<Run>
}

/// The effect of a change on the history of a document.
public enum UndoStep<Run> {
    /// A new step. Steps that were undone can no longer be redone.
    case begins(run: Run?)
    /// A part of the newest step, such as the next letter of a word. Without a step, it begins one. If the document is as it was
    /// before the step, the step is removed.
    case continues(run: Run?)
    /// No step, such as a moved cursor. A redo stays possible, and an undo reverts the change together with the previous step. It
    /// ends a run.
    case isNone
}

/// The policy that makes each change a step.
public enum EveryChange<Document>: UndoPolicy {
    /// Begins a step for each change.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: Never?
    ) -> UndoStep<Never> {
        .begins(run: nil)
    }
}

/// The policy by which changes made in a row by events of one type are one step, and every other change is its own.
public enum UndoRuns<Document, Typed: Event>: UndoPolicy {
    /// Continues the step on top when this change and the one before were both made by a `Typed`.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: Bool?
    ) -> UndoStep<Bool> {
        guard event.as(Typed.self) != nil else { return .begins(run: nil) }
        return run == true ? .continues(run: true) : .begins(run: true)
    }
}

/// The policy by which assignments of one member in a row, as typing into a control makes them, are one step, and every
/// other change is its own.
public enum UndoAssignments<Document>: UndoPolicy {
    /// Continues the step on top when this change and the previous one were made by an ``Assign`` of the same name
    /// for the same part. It stores the name and the part.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: [String]?
    ) -> UndoStep<[String]> {
        guard let event = event.as(Assign.self) else { return .begins(run: nil) }
        let member = [event.name] + (event.part.map { [$0] } ?? [])
        return run == member ? .continues(run: member) : .begins(run: member)
    }
}
