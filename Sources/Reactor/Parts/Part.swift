/// A child state that can cease to exist: an optional property, or a row.
final class Part: Sendable {
    /// Returns whether the child state still exists.
    typealias Watch = @Sendable (borrowing WholeState) -> Bool
    /// Returns a watch for the current child state; nil if there is none.
    typealias Find = @Sendable (borrowing WholeState) -> Watch?

    /// The key of the child state. It is equal for the rows of one collection, and unique otherwise.
    let key: StatePathKey
    /// The child state that contains this one, if any. Both cease to exist together.
    private let outer: Part?
    private let find: Find
    private let findAll: Find

    /// Creates a description of a child state.
    ///
    /// - Parameters:
    ///   - find: Returns a watch for this child state.
    ///   - findAll: Returns a watch for all child states with this key together, so that they are not checked one by
    ///     one while none was added or removed.
    init(within outer: Part?, key: StatePathKey, find: @escaping Find, findAll: Find? = nil) {
        self.outer = outer
        self.key = key
        self.find = find
        self.findAll = findAll ?? find
    }

    /// Returns a watch for the current child state; nil if there is none.
    func watch(_ whole: borrowing WholeState) -> Watch? { watch(whole, found: find) }

    /// Returns a watch for all current child states with this key.
    func watchAll(_ whole: borrowing WholeState) -> Watch? { watch(whole, found: findAll) }

    private func watch(_ whole: borrowing WholeState, found find: Find) -> Watch? {
        guard let outer else { return find(whole) }
        guard let outerWatch = outer.watch(whole), let watch = find(whole) else { return nil }
        return { outerWatch($0) && watch($0) }
    }
}
