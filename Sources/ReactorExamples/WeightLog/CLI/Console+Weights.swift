import Terminal

extension Console {
    /// The log that the arguments and the environment name, for who only reads it.
    func weights() throws -> Weights {
        guard let folder = try DataFolder.named(by: arguments) else {
            var example = Weights()
            example.react(to: RecordsArrived(book: .demoUser))
            return example
        }
        let kept = try KeptWeights(in: folder)
        if kept.unconfirmed > 0 {
            try note(
                "\(kept.unconfirmed.counted("change")) not confirmed yet, and not shown; "
                    + "the next 'weightlog log' takes back what nobody confirms any more")
        }
        return kept.state
    }

    /// Says something that a person should know, and that is no error.
    func note(_ text: String) throws {
        try errors.line("weightlog: note: \(text.escaped())")
    }
}
