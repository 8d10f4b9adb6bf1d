import ReactorState

/// The event that undoes one step of an ``Undoable`` document.
///
/// ```swift
/// if let undo = editor.note.undoEvent { core.fire(event: undo) }
/// ```
///
/// ``Undoable/undoEvent`` creates it for the newest step. If another step is the newest one when the event is applied,
/// it does nothing. So two quick taps undo one step. No step of another document has the same id: not of a document that
/// replaced this one, of a row with the same id, or of another property of the same type.
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
/// It is the entry of the log in which the step began. The number of an entry is used once in a journal, and stays with
/// the entry in every replay, so a step keeps its id when other steps are added or removed, and no other document has
/// it. Outside of a core there is no entry, and the id is a count in the value.
package struct UndoStepID: Hashable, Sendable, Codable {
    /// The entry of the log in which the step began, or the number of steps before it.
    let number: UInt64
    /// The rank of the document among those that received the event; nil if the number is a count.
    let rank: Int?

    /// The step of an undo in a journal of an older version, whose ids were counted: the newest step.
    static let newest = UndoStepID(number: 0, rank: -1)

    /// Whether an undo of this step is an undo of `step`.
    func isMeant(for step: UndoStepID) -> Bool { self == step || self == .newest }
}

/// The members of the encoding of an undo or redo. In older versions, whose ids differ, the step had another name.
private enum StepKeys: String, CodingKey {
    case entry, rank
    /// The step in older versions.
    case step
}

extension UndoStepID {
    init(event decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: StepKeys.self)
        if members.contains(.step) {
            self = .newest
        } else {
            self.init(
                number: try members.decode(UInt64.self, forKey: .entry),
                rank: try members.decodeIfPresent(Int.self, forKey: .rank))
        }
    }

    func encode(event encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: StepKeys.self)
        if self == .newest { return try members.encode(self, forKey: .step) }
        try members.encode(number, forKey: .entry)
        try members.encodeIfPresent(rank, forKey: .rank)
    }
}

extension Undo {
    /// Decodes an undo from a recording.
    public init(from decoder: any Decoder) throws { self.init(step: try UndoStepID(event: decoder)) }

    /// Encodes the step.
    public func encode(to encoder: any Encoder) throws { try step.encode(event: encoder) }
}

extension Redo {
    /// Decodes a redo from a recording.
    public init(from decoder: any Decoder) throws { self.init(step: try UndoStepID(event: decoder)) }

    /// Encodes the step.
    public func encode(to encoder: any Encoder) throws { try step.encode(event: encoder) }
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
