/// What has to be kept of a sequence to bring it back: its answers so far, and how often it began again.
///
/// It may hold what is secret, the fields of a signed upload for instance. Keep it where only the user can read it.
public struct SequenceRecord: Hashable, Codable, Sendable {
    /// The steps that were answered, in order.
    public package(set) var exchanges: [Exchange]
    /// How often an expired answer made the sequence begin again at an earlier step.
    package var restarts: Int
    /// What the files were when they were first named; nil for none: records that were written before are read.
    private var marks: [String: FileMark]?

    /// What the files were when they were first named, by their paths.
    package var files: [String: FileMark] { marks ?? [:] }

    /// Keeps what files are that have not been named before.
    package mutating func name(_ files: [String: FileMark]) {
        if !files.isEmpty { marks = (marks ?? [:]).merging(files) { first, _ in first } }
    }

    /// The record of a sequence that has not begun.
    public init() {
        exchanges = []
        restarts = 0
        marks = nil
    }
}
