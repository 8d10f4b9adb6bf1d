import Reactor

/// A text that is being edited.
struct Document: State, Equatable, Codable {
    private(set) var text: EditableText

    init(_ string: String = "") {
        text = EditableText(string)
    }

    /// An edit that reaches outside of the text changes nothing.
    mutating func react(to event: any Event) {
        switch event {
        case let edit as Edited:
            guard edit.position >= 0, edit.deletedCount >= 0, edit.range.upperBound <= text.count else { return }
            text.replace(edit.range, with: edit.inserted)
        case is Reset<Document>: self = Document()
        default: break
        }
    }
}
