/// The commands that run in parts of the state that may become absent. Empty while there are none, and then it costs
/// nothing.
///
/// A tree, as the parts lie in each other: the state has optional propertys and collections of rows, each row has its own.
/// Each is asked once what went, however many commands run there, and what lies in a row that did not change is not asked
/// at all.
final class CommandsInParts {
    private let whole = PartContent()
    /// How many commands run in parts: asked after each event, which the tree would make dear.
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// A command was launched in a part that is present.
    func add(_ handle: CommandHandle, in part: Part, of state: borrowing WholeState) {
        handle.run.part = part
        count += 1
        var content = whole
        for part in part.path { content = content.follower(for: part, state).content(of: part.row) }
        content.handles[ObjectIdentifier(handle)] = handle
    }

    /// A command has ended.
    func remove(_ handle: CommandHandle) {
        guard let part = handle.run.part else { return }
        handle.run.part = nil
        count -= 1
        whole.remove(handle, part.path[...])
    }

    /// Forgets the commands whose parts are absent.
    ///
    /// - Returns: them, in the order of launching.
    /// - Complexity: O(members and collections of the whole that commands run in, and rows that changed).
    func removeGone(from state: borrowing WholeState) -> [CommandHandle] {
        var gone: [CommandHandle] = []
        whole.look(at: state, &gone)
        for handle in gone { handle.run.part = nil }
        count -= gone.count
        return gone.count < 2 ? gone : gone.sorted { $0.run.launch < $1.run.launch }
    }
}

/// What runs in the whole state, or in one part: its own commands, and those of the parts that lie in it.
final class PartContent {
    var handles: [ObjectIdentifier: CommandHandle] = [:]
    private var followers: [PlaceKey: PartFollower] = [:]

    var isEmpty: Bool { handles.isEmpty && followers.isEmpty }

    func follower(for part: Part, _ state: borrowing WholeState) -> PartFollower {
        if let follower = followers[part.key] { return follower }
        let follower = part.follow(from: state)
        followers[part.key] = follower
        return follower
    }

    func remove(_ handle: CommandHandle, _ path: ArraySlice<Part>) {
        guard let part = path.first else {
            handles[ObjectIdentifier(handle)] = nil
            return
        }
        guard let follower = followers[part.key] else { return }
        follower.remove(handle, path)
        if follower.isEmpty { followers[part.key] = nil }
    }

    /// Looks for parts that went.
    func look(at state: borrowing WholeState, _ gone: inout [CommandHandle]) {
        for (key, follower) in followers {
            follower.look(at: state, &gone)
            if follower.isEmpty { followers[key] = nil }
        }
    }

    /// Nothing runs here any more.
    func goes(_ gone: inout [CommandHandle]) {
        gone += handles.values
        for follower in followers.values { follower.goes(&gone) }
    }
}

/// Follows an optional property, or the rows of one collection, for the commands that run in it.
class PartFollower {
    var isEmpty: Bool { true }

    /// What runs in this row.
    func content(of row: RowID) -> PartContent { PartContent() }
    func remove(_ handle: CommandHandle, _ path: ArraySlice<Part>) {}
    func look(at state: borrowing WholeState, _ gone: inout [CommandHandle]) {}
    func goes(_ gone: inout [CommandHandle]) {}
}

/// Follows an optional property: one question at each look.
final class OptionalFollower: PartFollower {
    private let isPresent: Part.Watch
    private var content = PartContent()

    /// Follows what is present now.
    init(_ isPresent: @escaping Part.Watch) { self.isPresent = isPresent }

    override var isEmpty: Bool { content.isEmpty }
    override func content(of row: RowID) -> PartContent { content }

    override func remove(_ handle: CommandHandle, _ path: ArraySlice<Part>) {
        content.remove(handle, path.dropFirst())
    }

    override func look(at state: borrowing WholeState, _ gone: inout [CommandHandle]) {
        if isPresent(state) { return content.look(at: state, &gone) }
        content.goes(&gone)
        content = PartContent()
    }

    override func goes(_ gone: inout [CommandHandle]) { content.goes(&gone) }
}

/// Follows the rows of one collection: asks its log which of them changed.
final class RowsFollower<ID: Hashable & Sendable, Row: Identifiable & Sendable>: PartFollower where Row.ID == ID {
    private let source: SelectionSource<KeyedRows<ID, Row>>
    private var known: Revision?
    private var contents: [ID: PartContent] = [:]

    init(_ source: SelectionSource<KeyedRows<ID, Row>>, from state: borrowing WholeState) {
        self.source = source
        known = source.read(in: state) { $0.revision }
    }

    override var isEmpty: Bool { contents.isEmpty }

    override func content(of row: RowID) -> PartContent {
        guard let id = row.id.base as? ID else { return PartContent() }
        if let content = contents[id] { return content }
        let content = PartContent()
        contents[id] = content
        return content
    }

    override func remove(_ handle: CommandHandle, _ path: ArraySlice<Part>) {
        guard let id = path.first?.row.id.base as? ID, let content = contents[id] else { return }
        content.remove(handle, path.dropFirst())
        if content.isEmpty { contents[id] = nil }
    }

    override func look(at state: borrowing WholeState, _ gone: inout [CommandHandle]) {
        let isPresent: Void? = source.read(in: state) { rows in
            guard rows.revision != known else { return }
            let isLogged = known.map { revision in
                rows.forEachChange(since: revision) { look(at: $0, in: rows, state, &gone) }
            }
            if isLogged != true { for id in contents.keys { look(at: id, in: rows, state, &gone) } }
            known = rows.revision
        }
        if isPresent != nil { return }
        goes(&gone)
        contents = [:]
    }

    private func look(
        at id: ID, in rows: KeyedRows<ID, Row>, _ state: borrowing WholeState, _ gone: inout [CommandHandle]
    ) {
        guard let content = contents[id] else { return }
        if rows.contains(id: id) { return content.look(at: state, &gone) }
        content.goes(&gone)
        contents[id] = nil
    }

    override func goes(_ gone: inout [CommandHandle]) { for content in contents.values { content.goes(&gone) } }
}
