import ExampleWeightLogCatalog
import ReactorTerminal
import ReactorTools

/// The journal tool of weightlog: it links no networking, so that it runs on any node of a cluster. Where no recording is
/// named, it looks at the user's own log.
@main
enum WeightLogJournal {
    static let program: Program = {
        var tool = JournalTool(
            Weights.catalog, app: Weights.app, redactor: Weights.redactor, invariants: Weights.invariants,
            versions: [Weights.app: "0.1.0"])
        tool.ownRecording = { arguments in try DataFolder.named(by: arguments).path }
        var program = tool.program(named: "weightlog-journal")
        program.options = [DataFolder.option]
        return program
    }()

    static func main() async { await program.main() }
}
