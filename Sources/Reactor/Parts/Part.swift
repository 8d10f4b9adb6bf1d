/// A part of the state that may become absent: an optional property, or a row.
final class Part: Sendable {
    /// Whether the part that was present is present still.
    typealias Watch = @Sendable (borrowing WholeState) -> Bool

    /// The part that it lies in, if any; when that is absent, it is.
    let outer: Part?
    /// Distinguishes the property, or the rows that it is one of, from others.
    let key: StatePathKey
    /// Which row it is; for an optional property, nothing.
    let row: RowID
    private let find: @Sendable (borrowing WholeState) -> Watch?
    private let makeFollower: @Sendable (borrowing WholeState) -> PartFollower

    /// A part.
    ///
    /// - Parameters:
    ///   - find: how to watch the part that is present now in the whole state, nil when it is absent.
    ///   - follow: follows the property, or all of the rows, from that state on.
    init(
        within outer: Part?, key: StatePathKey, row: RowID, find: @escaping @Sendable (borrowing WholeState) -> Watch?,
        follow: @escaping @Sendable (borrowing WholeState) -> PartFollower
    ) {
        self.outer = outer
        self.key = key
        self.row = row
        self.find = find
        makeFollower = follow
    }

    /// How to watch what is present now, nil when the part is absent.
    func watch(_ whole: borrowing WholeState) -> Watch? {
        guard let outer else { return find(whole) }
        guard let outerWatch = outer.watch(whole), let watch = find(whole) else { return nil }
        return { outerWatch($0) && watch($0) }
    }

    /// Follows the member, or all of the rows.
    func follow(from whole: borrowing WholeState) -> PartFollower { makeFollower(whole) }

    /// It, and what it lies in: the outermost first.
    var path: [Part] { (outer?.path ?? []) + [self] }
}

/// The id of a row, whatever its type.
struct RowID: Hashable, @unchecked Sendable {
    // Sendable: it never changes, and is made of Sendable ids alone.
    let id: AnyHashable

    init(_ id: some Hashable & Sendable) { self.id = AnyHashable(id) }
}
