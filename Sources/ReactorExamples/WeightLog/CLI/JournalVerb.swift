import ReactorTerminal

/// `weightlog journal …` names the program that has these verbs: they take as long to build as half of this one.
enum JournalVerb {
    static let verb = Verb(
        "journal", "show, check and export what happened: 'weightlog-journal' does",
        positionals: [Positional("ARGUMENT", "what 'weightlog-journal' understands", .rest)]
    ) { _ in throw ElsewhereError.journal }
}
