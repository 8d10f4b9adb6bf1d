/// A part of the state that may become absent: an optional property, or a row.
final class Part: Sendable {
    /// Whether the part that was present is present still.
    typealias Watch = @Sendable (borrowing WholeState) -> Bool
    /// How to watch what is present in a whole state; nil when it is absent.
    typealias Find = @Sendable (borrowing WholeState) -> Watch?

    /// Equal for the rows of one collection, and different for everything else.
    let key: StatePathKey
    /// The part that it lies in, if any; when that is absent, it is.
    private let outer: Part?
    private let find: Find
    private let findAll: Find

    /// A part.
    ///
    /// - Parameters:
    ///   - find: how to watch this part.
    ///   - findAll: observes all parts with this key together, so that no part is checked while none was added or
    ///     removed.
    init(within outer: Part?, key: StatePathKey, find: @escaping Find, findAll: Find? = nil) {
        self.outer = outer
        self.key = key
        self.find = find
        self.findAll = findAll ?? find
    }

    /// How to watch what is present now, nil when the part is absent.
    func watch(_ whole: borrowing WholeState) -> Watch? { watch(whole, found: find) }

    /// How to watch all parts with this key that are present now.
    func watchAll(_ whole: borrowing WholeState) -> Watch? { watch(whole, found: findAll) }

    private func watch(_ whole: borrowing WholeState, found find: Find) -> Watch? {
        guard let outer else { return find(whole) }
        guard let outerWatch = outer.watch(whole), let watch = find(whole) else { return nil }
        return { outerWatch($0) && watch($0) }
    }
}
