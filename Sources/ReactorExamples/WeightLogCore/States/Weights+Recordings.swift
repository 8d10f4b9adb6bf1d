import ReactorRecording

extension Weights {
    /// The name of the program in its recordings.
    package static let app = "weightlog"

    /// The conditions that hold in every log.
    package static let invariants = [
        Invariant<Weights>("the next number is new") { log in log.weights.rows.allSatisfy { $0.id < log.nextID } }
    ]
}
