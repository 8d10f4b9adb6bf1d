/// The commands that run in the whole state, or in one part: its own, and the ones of the parts that lie in it.
final class PartContent {
    var launches: Set<UInt64> = []
    private var followers: [StatePathKey: PartFollower] = [:]

    var isEmpty: Bool { launches.isEmpty && followers.isEmpty }

    func follower(for part: Part, _ state: borrowing WholeState) -> PartFollower {
        if let follower = followers[part.key] { return follower }
        let follower = part.follow(from: state)
        followers[part.key] = follower
        return follower
    }

    func remove(_ launch: UInt64, _ path: ArraySlice<Part>) {
        guard let part = path.first else {
            launches.remove(launch)
            return
        }
        guard let follower = followers[part.key] else { return }
        follower.remove(launch, path)
        if follower.isEmpty { followers[part.key] = nil }
    }

    /// Looks for parts that are absent now.
    func look(at state: borrowing WholeState, _ absent: inout [UInt64]) {
        for (key, follower) in followers {
            follower.look(at: state, &absent)
            if follower.isEmpty { followers[key] = nil }
        }
    }

    /// All that runs here, since the part is absent.
    func takeAll(_ absent: inout [UInt64]) {
        absent += launches
        for follower in followers.values { follower.takeAll(&absent) }
    }
}

/// Follows an optional property, or the rows of one collection, for the commands that run in it.
class PartFollower {
    var isEmpty: Bool { Errors.mustOverride() }

    /// The commands that run in this row.
    func content(of row: RowID) -> PartContent { Errors.mustOverride() }
    func remove(_ launch: UInt64, _ path: ArraySlice<Part>) { Errors.mustOverride() }
    func look(at state: borrowing WholeState, _ absent: inout [UInt64]) { Errors.mustOverride() }
    func takeAll(_ absent: inout [UInt64]) { Errors.mustOverride() }
}

/// Follows an optional property: one question at each look.
final class OptionalFollower: PartFollower {
    private let isPresent: Part.Watch
    private var content = PartContent()

    /// Follows what is present now.
    init(_ isPresent: @escaping Part.Watch) { self.isPresent = isPresent }

    override var isEmpty: Bool { content.isEmpty }
    override func content(of row: RowID) -> PartContent { content }

    override func remove(_ launch: UInt64, _ path: ArraySlice<Part>) {
        content.remove(launch, path.dropFirst())
    }

    override func look(at state: borrowing WholeState, _ absent: inout [UInt64]) {
        if isPresent(state) { return content.look(at: state, &absent) }
        content.takeAll(&absent)
        content = PartContent()
    }

    override func takeAll(_ absent: inout [UInt64]) { content.takeAll(&absent) }
}

/// Follows the rows of one collection: asks its log which of them changed.
final class RowsFollower<ID: Hashable & Sendable, Row: Identifiable & Sendable>: PartFollower where Row.ID == ID {
    private let source: SelectionSource<KeyedRows<ID, Row>>
    private var known: Revision?
    /// Changes if rows were replaced by equal ones, which the log of changes does not list.
    private var knownEqual: Revision?
    private var contents: [ID: PartContent] = [:]

    init(_ source: SelectionSource<KeyedRows<ID, Row>>, from state: borrowing WholeState) {
        self.source = source
        let found = source.read(in: state) { ($0.revision, $0.storedEqual) }
        (known, knownEqual) = (found?.0, found?.1)
    }

    override var isEmpty: Bool { contents.isEmpty }

    override func content(of row: RowID) -> PartContent {
        guard let id = row.id.base as? ID else { return PartContent() }
        if let content = contents[id] { return content }
        let content = PartContent()
        contents[id] = content
        return content
    }

    override func remove(_ launch: UInt64, _ path: ArraySlice<Part>) {
        guard let id = path.first?.row.id.base as? ID, let content = contents[id] else { return }
        content.remove(launch, path.dropFirst())
        if content.isEmpty { contents[id] = nil }
    }

    override func look(at state: borrowing WholeState, _ absent: inout [UInt64]) {
        let isPresent: Void? = source.read(in: state) { rows in
            guard rows.revision != known || rows.storedEqual != knownEqual else { return }
            var isLogged = false
            if let known, rows.storedEqual == knownEqual {
                isLogged = rows.forEachChange(since: known) { look(at: $0, in: rows, state, &absent) }
            }
            if !isLogged { for id in contents.keys { look(at: id, in: rows, state, &absent) } }
            (known, knownEqual) = (rows.revision, rows.storedEqual)
        }
        if isPresent != nil { return }
        takeAll(&absent)
        contents = [:]
    }

    private func look(
        at id: ID, in rows: KeyedRows<ID, Row>, _ state: borrowing WholeState, _ absent: inout [UInt64]
    ) {
        guard let content = contents[id] else { return }
        if rows.contains(id: id) { return content.look(at: state, &absent) }
        content.takeAll(&absent)
        contents[id] = nil
    }

    override func takeAll(_ absent: inout [UInt64]) { for content in contents.values { content.takeAll(&absent) } }
}
