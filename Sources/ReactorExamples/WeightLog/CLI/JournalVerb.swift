import ReactorTerminal

/// `weightlog journal …` names the program that has these verbs: who runs this one for the first time need not wait until
/// they are built.
enum JournalVerb {
    static let verb = Verb(
        "journal", "show, check and export what happened: 'weightlog-journal' does",
        positionals: [Positional("ARGUMENT", "what 'weightlog-journal' understands", .rest)]
    ) { _ in throw ElsewhereError.journal }
}
