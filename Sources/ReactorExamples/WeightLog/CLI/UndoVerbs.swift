import ReactorTerminal

/// The subcommands `weightlog undo` and `weightlog redo`.
enum UndoVerbs {
    static let all = [
        verb(.undo, "Undone", "undo the last change; used again, the change before that"),
        verb(.redo, "Done again", "do again the change that was undone last"),
    ]

    private static func verb(_ direction: Weights.Direction, _ done: String, _ summary: String) -> Verb {
        Verb(
            direction.rawValue, summary,
            discussion:
                "The server is changed, too. A weight that another device has changed in the meantime is not undone.",
            options: Declared.serverOptions
        ) { console in
            try await Session.change(console) { session in
                let words = try await session.step(direction)
                try console.output.line(words.map { "\(done): \($0)." } ?? "There is nothing to \(direction.rawValue).")
            }
        }
    }
}
