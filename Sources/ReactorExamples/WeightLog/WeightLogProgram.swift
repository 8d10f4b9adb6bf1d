import ReactorTerminal
import ReactorTools
// The states, events and catalog are in a library, so that tools read recordings without the program.
@_exported import ExampleWeightLogCore

@main
enum WeightLogProgram {
    static let version = "0.1.0"

    static let program = Program(
        "weightlog", version: version,
        "Log your body weight. Without a subcommand, it plays a demo of optimistic updates in a few seconds.",
        options: [DataFolder.option, Declared.demoUser],
        verbs: [
            LogVerb.verb, ListVerb.verb, ChartVerb.verb, EditVerb.verb, DeleteVerb.verb,
        ] + UndoVerbs.all + [
            ImportVerb.verb, ExportVerb.verb, ResetVerb.verb, SyncVerb.verb, QueueVerb.verb,
        ] + RefusedVerbs.all + [DemoVerb.verb] + journal.verbs(of: "weightlog", in: "journal"),
        defaultVerb: DemoVerb.verb)

    /// The subcommand `weightlog journal`. Without the name of a recording, it reads the user's log.
    private static let journal: JournalTool<Weights> = {
        var tool = JournalTool(
            Weights.catalog, app: Weights.app, redactor: Weights.redactor, invariants: Weights.invariants,
            versions: [Weights.app: version])
        tool.ownRecording = { arguments in try DataFolder.named(by: arguments).path }
        return tool
    }()

    static func main() async { await program.main() }
}
