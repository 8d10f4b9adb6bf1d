import Reactor

/// A text that is being edited.
package struct Document: State, Equatable {
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
    /// A step is a copy of the text that shares all but two kilobytes with the next step, so many can be stored.
    package static var undoLimit: Int { 1_000 }
}
