import Reactor
import ReactorRecording

/// The document of an editor. Its text is that of the editing traces, linked.
struct Document: State, Codable {
    var text = EditableText()

    mutating func react(to event: any Event) {
        guard let edit = event as? Edited, edit.range.upperBound <= text.count else { return }
        text.replace(edit.range, with: edit.inserted)
    }

    static let catalog = EventCatalog<Document>(events: [.event(Edited.self, as: "text.edited")])
}
