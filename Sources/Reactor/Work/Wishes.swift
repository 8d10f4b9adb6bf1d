/// The wishes of rules that follow one property or child state. It finds the work whose wish has changed.
class Wishes {
    /// Reads the state, and appends the work whose wish has changed.
    func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) { mustOverride() }
    /// Ends all wishes, because the state no longer exists.
    func forget(_ changed: inout [WishedWork]) { mustOverride() }
    /// Whether no command of the rules runs or finishes.
    var isIdle: Bool { mustOverride() }
}

/// One property, for the rules that follow its value.
final class ValueWishes<Value: Equatable & Sendable>: Wishes {
    private let source: SelectionSource<Value>
    private var last: Value?
    private var rules: [(work: WishedWork, wish: (Value) -> WishedWork.Wish?)] = []

    init(_ source: SelectionSource<Value>) { self.source = source }

    func add(_ work: WishedWork, _ wish: @escaping (Value) -> WishedWork.Wish?) { rules.append((work, wish)) }

    override func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) {
        var isOther = false
        source.lend(in: whole) { now in
            if let last, isUnchanged(last, now) || !_isPOD(Value.self) && hasSameParts(last, now) { return }
            last = now
            isOther = true
        }
        guard isOther, let last else { return }
        for (work, wish) in rules {
            work.wish = wish(last)
            changed.append(work)
        }
    }

    override func forget(_ changed: inout [WishedWork]) {
        last = nil
        for (work, _) in rules where !work.isIdle {
            work.wish = nil
            changed.append(work)
        }
    }

    override var isIdle: Bool { rules.allSatisfy(\.work.isIdle) }
}

/// The work of a rule with one key for each of several ids.
private struct WorkByID<ID: Hashable> {
    private var works: [ID: WishedWork] = [:]
    /// The ids without a wish whose commands may still finish.
    private var leaving: Set<ID> = []

    var ids: Dictionary<ID, WishedWork>.Keys { works.keys }
    var isIdle: Bool { works.values.allSatisfy(\.isIdle) }

    mutating func begin(_ id: ID, _ make: (ID) -> WishedWork, _ changed: inout [WishedWork]) {
        if let work = works[id] {
            guard work.wish == nil else { return }
            leaving.remove(id)
            work.wish = make(id).wish
            changed.append(work)
        } else {
            let work = make(id)
            works[id] = work
            changed.append(work)
        }
    }

    mutating func end(_ id: ID, _ changed: inout [WishedWork]) {
        guard let work = works[id], work.wish != nil else { return }
        work.wish = nil
        leaving.insert(id)
        changed.append(work)
    }

    /// Removes the work of ids without a wish that is over.
    mutating func prune() {
        for id in leaving where works[id]?.isIdle != false {
            works[id] = nil
            leaving.remove(id)
        }
    }
}

/// A collection of rows, for a rule with a command for each row.
final class RowWishes<ID: Hashable & Sendable, Row: Identifiable & Sendable>: Wishes where Row.ID == ID {
    private let rows: SelectionSource<KeyedRows<ID, Row>>
    private let make: (ID) -> WishedWork
    private var works = WorkByID<ID>()
    private var known = KnownRows<ID, Row>()

    init(_ rows: SelectionSource<KeyedRows<ID, Row>>, _ make: @escaping (ID) -> WishedWork) {
        self.rows = rows
        self.make = make
    }

    override func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) {
        rows.lend(in: whole) { rows in
            guard known.isReordered(rows) else { return }
            works.prune()
            guard let difference = known.difference(to: rows) else {
                for id in works.ids where !rows.contains(id: id) { works.end(id, &changed) }
                for row in rows { works.begin(row.id, make, &changed) }
                return
            }
            for id in difference.removed { works.end(id, &changed) }
            for id in rows.inOrder(difference.inserted) { works.begin(id, make, &changed) }
        }
    }

    override func forget(_ changed: inout [WishedWork]) {
        known = KnownRows()
        for id in works.ids { works.end(id, &changed) }
    }

    override var isIdle: Bool { works.isIdle }
}

/// An array or a set of ids, for a rule with a command for each id.
final class IDWishes<IDs: Collection & Equatable & Sendable>: Wishes where IDs.Element: Hashable & Sendable {
    private let source: SelectionSource<IDs>
    private let make: (IDs.Element) -> WishedWork
    private var works = WorkByID<IDs.Element>()
    private var last: IDs?

    init(_ source: SelectionSource<IDs>, _ make: @escaping (IDs.Element) -> WishedWork) {
        self.source = source
        self.make = make
    }

    override func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) {
        source.lend(in: whole) { now in
            if let last, isUnchanged(last, now) { return }
            last = now
            works.prune()
            let ids = Set(now)
            for id in works.ids where !ids.contains(id) { works.end(id, &changed) }
            for id in now { works.begin(id, make, &changed) }
        }
    }

    override func forget(_ changed: inout [WishedWork]) {
        last = nil
        for id in works.ids { works.end(id, &changed) }
    }

    override var isIdle: Bool { works.isIdle }
}

/// An optional child state, with the rules of the child.
final class ChildWishes: Wishes {
    private let part: Part
    private let list: RuleList
    /// Whether the child that was there at the last look still exists; nil if there was none.
    private var isSame: Part.Watch?

    init(_ part: Part, _ list: RuleList) {
        self.part = part
        self.list = list
    }

    override func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) {
        if let isSame, !isSame(whole) { forget(&changed) }
        if isSame == nil { isSame = part.watch(whole) }
        if isSame != nil { list.look(at: whole, &changed) }
    }

    override func forget(_ changed: inout [WishedWork]) {
        isSame = nil
        list.forget(&changed)
    }

    override var isIdle: Bool { list.isIdle }
}

/// A collection of rows, with the rules of each row.
final class RowListWishes<ID: Hashable & Sendable, Row: Identifiable & Sendable>: Wishes where Row.ID == ID {
    private let rows: SelectionSource<KeyedRows<ID, Row>>
    private let make: (ID) -> RuleList
    private var lists: [ID: RuleList] = [:]
    /// The lists of removed rows whose commands may still finish.
    private var leaving: Set<ID> = []
    private var known = KnownRows<ID, Row>()

    init(_ rows: SelectionSource<KeyedRows<ID, Row>>, _ make: @escaping (ID) -> RuleList) {
        self.rows = rows
        self.make = make
    }

    override func look(at whole: borrowing WholeState, _ changed: inout [WishedWork]) {
        guard let changes = rows.read(in: whole, { known.changes(to: $0, lists.keys) }) else { return }
        for id in leaving where lists[id]?.isIdle != false {
            lists[id] = nil
            leaving.remove(id)
        }
        for id in changes.removed {
            lists[id]?.forget(&changed)
            leaving.insert(id)
        }
        for id in changes.others {
            let list = lists[id] ?? make(id)
            lists[id] = list
            leaving.remove(id)
            list.look(at: whole, &changed)
        }
    }

    override func forget(_ changed: inout [WishedWork]) {
        known = KnownRows()
        for (id, list) in lists {
            list.forget(&changed)
            leaving.insert(id)
        }
    }

    override var isIdle: Bool { lists.values.allSatisfy(\.isIdle) }
}

extension KeyedRows {
    /// The ids of existing rows, in the order of the rows: the order of a set differs in each process.
    fileprivate func inOrder(_ ids: Set<ID>) -> [ID] {
        ids.count < 2 ? Array(ids) : ids.sorted { index(of: $0) ?? 0 < index(of: $1) ?? 0 }
    }
}

/// The revisions of a collection at the last look.
private struct KnownRows<ID: Hashable & Sendable, Row: Identifiable & Sendable> where Row.ID == ID {
    private var revision: Revision?
    private var order: Revision?

    /// Whether rows were inserted, removed or moved since the last look.
    mutating func isReordered(_ rows: KeyedRows<ID, Row>) -> Bool {
        if order == rows.orderRevision {
            revision = rows.revision
            return false
        }
        return true
    }

    /// The changes since the last look; nil if they are unknown.
    mutating func difference(to rows: KeyedRows<ID, Row>) -> KeyedRows<ID, Row>.Difference? {
        defer { (revision, order) = (rows.revision, rows.orderRevision) }
        guard let revision, case .difference(let difference) = rows.changes(since: revision) else { return nil }
        return difference
    }

    /// The removed rows, and the rows that may have changed.
    mutating func changes(
        to rows: KeyedRows<ID, Row>, _ ids: Dictionary<ID, RuleList>.Keys
    ) -> (removed: [ID], others: [ID]) {
        if revision == rows.revision { return ([], []) }
        guard let difference = difference(to: rows) else {
            return (ids.filter { !rows.contains(id: $0) }, rows.map(\.id))
        }
        return (Array(difference.removed), rows.inOrder(difference.inserted.union(difference.updated)))
    }
}
