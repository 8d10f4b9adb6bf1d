import Reactor

/// A range of the text was replaced. Positions count code points. It has 24 bytes, so that a core stores it without an
/// allocation.
package struct Edited: Event, Equatable, Codable {
    package var position: Int32
    package var deletedCount: Int32
    package var inserted: String

    package init(position: Int32, deletedCount: Int32, inserted: String) {
        self.position = position
        self.deletedCount = deletedCount
        self.inserted = inserted
    }

    /// The code points that it takes away.
    package var range: Range<Int> { Int(position)..<Int(position) + Int(deletedCount) }
}
