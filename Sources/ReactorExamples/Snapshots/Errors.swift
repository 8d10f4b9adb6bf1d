public import ReactorServices

/// Why a snapshot cannot be uploaded.
public enum SnapshotUploadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The API did not say where the file goes.
    case noAllocation(snapshot: String)
    /// The API said it in a form that nobody understands.
    case malformedAllocation(snapshot: String, problem: SequenceError)

    public var description: String {
        switch self {
        case .noAllocation(let snapshot):
            "The upload of snapshot \(snapshot) has no allocation. Begin it at its first step."
        case .malformedAllocation(let snapshot, let problem):
            "The allocation of snapshot \(snapshot) cannot be used. \(problem)"
        }
    }
}
