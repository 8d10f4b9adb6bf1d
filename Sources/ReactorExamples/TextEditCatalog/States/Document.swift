import Reactor
import ReactorRecording

/// A text that is being edited.
package struct Document: State, Equatable, Codable {
    package private(set) var text: EditableText

    package init(_ string: String = "") {
        text = EditableText(string)
    }

    /// An edit that reaches outside of the text changes nothing.
    package mutating func react(to event: any Event) {
        switch event {
        case let edit as Edited:
            guard edit.position >= 0, edit.deletedCount >= 0, edit.range.upperBound <= text.count else { return }
            text.replace(edit.range, with: edit.inserted)
        case is Reset<Document>: self = Document()
        default: break
        }
    }
}

extension Document: UndoableDocument {
    /// A step is a copy of the text that shares all but two kilobytes with the next, so many can be kept.
    package static var undoLimit: Int { 1_000 }
}

extension Document {
    /// What its recordings hold. The names, and those of the properties of ``Edited`` and ``Document``, stay as they are.
    package static let catalog = EventCatalog<Document>(events: [
        .event(Edited.self, as: "text.edited"),
        .reset(Document.self, as: "text.reset"),
    ])
}
