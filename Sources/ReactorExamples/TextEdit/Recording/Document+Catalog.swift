import Reactor
import ReactorRecording

extension Document {
    /// Names the program in its recordings.
    static let app = "textedit"

    /// What its recordings hold. The names, and those of the members of ``Edited`` and ``Document``, stay as they are.
    static let catalog = EventCatalog<Document>(events: [
        .event(Edited.self, as: "text.edited"),
        .reset(Document.self, as: "text.reset"),
    ])
}
