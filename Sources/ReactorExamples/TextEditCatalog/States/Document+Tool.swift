import Reactor
import ReactorRecording
import ReactorTools

extension Document {
    /// Names the program in its recordings.
    package static let app = "textedit"

    /// What is true of every text.
    package static let invariants = [
        Invariant<Document>("the length is that of the text") { $0.text.count == $0.text.string.unicodeScalars.count }
    ]

    /// The tool for its recordings.
    package static let tool = JournalTool(
        catalog, app: app, invariants: invariants, versions: [app: "0.1.0"])
}
