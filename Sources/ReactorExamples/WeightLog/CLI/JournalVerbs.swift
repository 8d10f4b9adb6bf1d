import ReactorTerminal
import ReactorTools

/// The verbs `weightlog journal …`: the tool for the log's own catalog, which looks at the user's own log where no other
/// recording is named.
enum JournalVerbs {
    static let verbs: [Verb] = {
        var tool = Weights.tool(version: WeightLogProgram.version)
        tool.ownRecording = { arguments in
            guard let folder = try DataFolder.named(by: arguments) else {
                throw UsageError.conflict(
                    Declared.demoUser.name, "journal", reason: "the example log is in no folder and has no journal")
            }
            try folder.refuseOldFile()
            return folder.path
        }
        return tool.verbs(of: "weightlog", in: "journal")
    }()
}
