import ReactorTerminal

extension Console {
    /// Reads the log that the arguments and the environment name, without opening it for changes.
    func weights() throws -> Weights {
        guard let folder = try DataFolder.ofLog(named: arguments) else {
            var example = Weights()
            example.react(to: RecordsArrived(book: .demoUser))
            return example
        }
        return try Weights(in: folder)
    }

    /// Prints a note that is not an error.
    func note(_ text: String) throws {
        try errors.line("weightlog: note: \(text.escaped())")
    }
}
