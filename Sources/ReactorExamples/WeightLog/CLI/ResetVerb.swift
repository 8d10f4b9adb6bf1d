import Terminal

/// `weightlog reset`.
enum ResetVerb {
    static let verb = Verb(
        "reset", "delete every weight, after asking",
        discussion: "'weightlog export --csv > weights.csv' keeps a copy.",
        options: [Declared.yes] + Declared.serverOptions
    ) { console in
        try await Session.change(console) { session in
            let count = await session.book.records.count
            guard count > 0 else {
                try console.output.line("There is nothing to delete.")
                return
            }
            if !console.arguments.has(Declared.yes) {
                let path = console.errors.screen.shown(session.place)
                try console.errors.write(
                    "Delete \(count == 1 ? "the weight" : "all \(count.counted("weight"))") in \(path)? [y/N] ")
                guard try Answer.read().isYes else { throw ResetError.notConfirmed }
            }
            try await session.erase()
            try console.output.line("Deleted \(count.counted("weight")).")
        }
    }
}
