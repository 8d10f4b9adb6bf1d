import Reactor

extension CommandHandle {
    /// The outcome as text, for comparisons.
    var end: String { get async { await outcome.description } }
}
