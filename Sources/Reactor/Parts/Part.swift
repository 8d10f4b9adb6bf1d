/// A part of the state that may go: an optional member, or a row.
final class Part: Sendable {
    /// Tells whether the part that was there is there still.
    typealias Watch = @Sendable (UnsafeRawPointer) -> Bool

    private let find: @Sendable (UnsafeRawPointer) -> Watch?

    /// A part.
    ///
    /// - Parameters:
    ///   - outer: the part that it lies in, if any; when that goes, it goes.
    ///   - find: how to watch the part that is there now in the memory of the whole, nil when there is none.
    init(within outer: Part?, find: @escaping @Sendable (UnsafeRawPointer) -> Watch?) {
        guard let outer else {
            self.find = find
            return
        }
        self.find = { whole in
            guard let outerWatch = outer.watch(whole), let watch = find(whole) else { return nil }
            return { outerWatch($0) && watch($0) }
        }
    }

    /// How to watch what is there now, nil when nothing is.
    func watch(_ whole: UnsafeRawPointer) -> Watch? { find(whole) }
}
