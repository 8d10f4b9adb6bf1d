import Reactor

/// A range of the text was replaced. Positions count code points. 24 bytes, so that a core keeps it without an
/// allocation of its own.
struct Edited: Event, Equatable, Codable {
    var position: Int32
    var deletedCount: Int32
    var inserted: String

    /// The code points that it takes away.
    var range: Range<Int> { Int(position)..<Int(position) + Int(deletedCount) }
}
