import ReactorState

/// A document whose changes can be undone, with the policy that groups them into steps.
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
/// arrays, a rope), the memory of a step depends on the size of the change; otherwise it depends on the size of the
/// document.
public protocol UndoableDocument: Equatable, Sendable {
    /// The policy that groups changes into steps. It is a type, so that a document with its history remains `Equatable`
    /// and `Codable`.
    associatedtype UndoSteps: UndoPolicy = EveryChange<Self> where UndoSteps.Document == Self

    /// The number of steps that can be undone. Older steps are discarded. The default is 100.
    static var undoLimit: Int { get }
}

extension UndoableDocument {
    /// The default: 100 steps.
    public static var undoLimit: Int { 100 }
}

/// A policy that decides, for each change of a document, whether it begins a step, continues the newest one, or belongs
/// to none.
///
/// It must be pure, like `react(to:)`: the same changes lead to the same steps in a replay. A policy with one step per
/// word:
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
    /// The document of the policy.
    associatedtype Document
    /// The data that the policy stores after a change, to decide whether the next change continues it.
    associatedtype Run: Equatable & Sendable & Codable

    /// Returns the step for a change. It is called only if the document has changed.
    ///
    /// - Parameters:
    ///   - event: The event that changed the document.
    ///   - before: The document before the change.
    ///   - after: The document after the change.
    ///   - run: The `run` of the previous change. nil if there is nothing to continue, for example at the beginning,
    ///     and after an undo, a redo or a reset.
    static func step(for event: any Event, from before: Document, to after: Document, run: Run?) -> UndoStep<Run>
}

/// The effect of a change on the history of a document.
public enum UndoStep<Run> {
    /// The change begins a new step. Undone steps can no longer be redone.
    case begins(run: Run?)
    /// The change is part of the newest step, such as the next letter of a word. If there is no step, or a step was
    /// undone, it begins one. If the document is as it was before the step, the step is removed.
    case continues(run: Run?)
    /// The change belongs to no step, such as a moved cursor. A redo remains possible, and an undo reverts the change
    /// together with the previous step. It ends a run.
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

/// The policy that combines consecutive changes by events of one type into a step. Every other change is a separate
/// step.
public enum UndoRuns<Document, Typed: Event>: UndoPolicy {
    /// Continues the newest step if the event of this change and that of the previous one are a `Typed`.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: Bool?
    ) -> UndoStep<Bool> {
        guard event.as(Typed.self) != nil else { return .begins(run: nil) }
        return run == true ? .continues(run: true) : .begins(run: true)
    }
}

/// The policy that combines consecutive assignments of one property, such as typing into a control, into a step. Every
/// other change is a separate step.
public enum UndoAssignments<Document>: UndoPolicy {
    /// Continues the newest step if this change and the previous one were made by an ``Assign`` with the same name and
    /// for the same child state. `run` contains the name and the child state.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: [String]?
    ) -> UndoStep<[String]> {
        guard let event = event.as(Assign.self) else { return .begins(run: nil) }
        let member = [event.name] + (event.part.map { [$0] } ?? [])
        return run == member ? .continues(run: member) : .begins(run: member)
    }
}
