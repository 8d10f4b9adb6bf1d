import ReactorRecording
import ReactorTools

extension Weights {
    /// Names the program in its recordings.
    package static let app = "weightlog"

    /// What is true of every log.
    package static let invariants = [
        Invariant<Weights>("no number twice") { Set($0.book.records.map(\.id)).count == $0.book.records.count },
        Invariant<Weights>("sorted by day") { $0.book.records == $0.book.records.sorted() },
        Invariant<Weights>("the next number is new") { log in log.book.records.allSatisfy { $0.id < log.book.nextID } },
    ]

    /// The tool for its recordings.
    package static func tool(version: String) -> JournalTool<Weights> {
        JournalTool(catalog, app: app, redactor: redactor, invariants: invariants, versions: [app: version])
    }
}
