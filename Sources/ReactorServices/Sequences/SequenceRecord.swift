/// The stored state of a sequence: its responses so far, and its restarts.
///
/// A record can contain secrets, such as the fields of a signed upload. Store it where only the user can read it.
public struct SequenceRecord: Hashable, Codable, Sendable {
    /// The completed steps, in order.
    public package(set) var exchanges: [Exchange]
    /// The number of times that the sequence was moved back to an earlier step.
    package var restarts: Int
    /// Optional, so that records from earlier releases can be decoded.
    private var marks: [String: FileMark]?

    /// The size and date of each file when it was first named, by its path.
    package var files: [String: FileMark] { marks ?? [:] }

    package mutating func name(_ files: [String: FileMark]) {
        if !files.isEmpty { marks = (marks ?? [:]).merging(files) { first, _ in first } }
    }

    /// Creates the record of a sequence that has not started.
    public init() {
        exchanges = []
        restarts = 0
        marks = nil
    }
}
