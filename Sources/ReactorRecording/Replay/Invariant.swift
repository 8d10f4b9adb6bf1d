/// Something that is true of every state of an app, under a name: what `journal bisect`, `minimise` and `check` judge
/// recorded states by, and what a simulation may check.
///
/// ```swift
/// struct Shelf: Codable {
///     var books: [Int] = []
/// }
/// let invariants = [Invariant<Shelf>("no book twice") { Set($0.books).count == $0.books.count }]
/// ```
public struct Invariant<StateType>: Sendable {
    /// What people call it. One name stands for one invariant of an app.
    public let name: String
    /// Whether it is true of a state.
    public let holds: @Sendable (StateType) -> Bool

    /// An invariant of this name.
    ///
    /// - Parameters:
    ///   - name: what people call it; no other invariant of the app has it.
    ///   - holds: pure: the same answer for the same state.
    public init(_ name: String, holds: @escaping @Sendable (StateType) -> Bool) {
        self.name = name
        self.holds = holds
    }
}
