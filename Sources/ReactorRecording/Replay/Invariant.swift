/// A named condition that holds in every state of an app. `journal bisect`, `minimise` and `check` evaluate recorded states with
/// it, and simulations can use it, too.
///
/// ```swift
/// struct Shelf: Codable {
///     var books: [Int] = []
/// }
/// let invariants = [Invariant<Shelf>("no book twice") { Set($0.books).count == $0.books.count }]
/// ```
public struct Invariant<StateType>: Sendable {
    /// The name, which is unique in the app.
    public let name: String
    /// Whether the condition holds in a state.
    public let holds: @Sendable (StateType) -> Bool

    /// Creates an invariant.
    ///
    /// - Parameters:
    ///   - name: The name, which must be unique in the app.
    ///   - holds: The condition. It must be pure: the same result for the same state.
    public init(_ name: String, holds: @escaping @Sendable (StateType) -> Bool) {
        self.name = name
        self.holds = holds
    }
}
