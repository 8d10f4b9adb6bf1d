/// What differs between two states, and no more than it takes to bring it back in a third one, in which other things have
/// changed.
///
/// Of two objects only the members that differ are kept, and of two lists whose rows have ids only the rows that differ, each
/// with the id of the row before it, so that it comes back to its place.
package struct ThreeWayDifference: Hashable, Sendable {
    package let from: JSON
    package let to: JSON

    /// Nil where nothing differs. O(size of both).
    package init?(from: JSON, to: JSON) {
        guard from != to else { return nil }
        (self.from, self.to) = Self.pruned(from, to)
    }

    /// A difference that was recorded.
    package init(recordedFrom from: JSON, to: JSON) {
        self.from = from
        self.to = to
    }

    package var reversed: ThreeWayDifference { ThreeWayDifference(recordedFrom: to, to: from) }

    /// A state in which what differs is as in `to`.
    ///
    /// What others have changed since stays as they made it: a value that is no longer the one in `from`, and a row that is
    /// gone. Rows that came with `from` go, whatever they say by now. O(size).
    package func applied(to state: JSON) -> JSON { Self.merged(state, from, to) }

    /// What differs in each member, by itself; the whole where it is no object.
    package var members: [ThreeWayDifference] {
        guard let from = from.object, let to = to.object else { return [self] }
        let keys = from.members.map(\.key) + to.members.map(\.key).filter { from[$0] == nil }
        func part(_ object: JSON.Object, _ key: String) -> JSON {
            .object(JSON.Object(distinct: object.members.filter { $0.key == key }))
        }
        return keys.map { ThreeWayDifference(recordedFrom: part(from, $0), to: part(to, $0)) }
    }
}

// MARK: What is left out

extension ThreeWayDifference {
    private static func pruned(_ from: JSON, _ to: JSON) -> (JSON, JSON) {
        switch (from, to) {
        case (.object(let from), .object(let to)):
            // Another id is another value.
            if let id = from["id"], let other = to["id"], id != other { return (.object(from), .object(to)) }
            var (before, after) = ([JSON.Object.Member](), [JSON.Object.Member]())
            for member in from.members {
                guard let other = to[member.key] else {
                    before.append(member)
                    continue
                }
                guard member.value != other else {
                    // Whose members these are.
                    if member.key == "id" {
                        before.append(member)
                        after.append(member)
                    }
                    continue
                }
                let inner = pruned(member.value, other)
                before.append(JSON.Object.Member(key: member.key, value: inner.0))
                after.append(JSON.Object.Member(key: member.key, value: inner.1))
            }
            after += to.members.filter { from[$0.key] == nil }
            return (.object(JSON.Object(distinct: before)), .object(JSON.Object(distinct: after)))
        case (.array(let before), .array(let after)):
            guard let earlier = RowIDs(before), let later = RowIDs(after),
                before.map(\.rowID).filter(later.holds) == after.map(\.rowID).filter(earlier.holds)
            else { return (from, to) }
            return rows(before, earlier, after, later)
        default: return (from, to)
        }
    }

    /// The rows that differ, and of those before them the ids. Rows that stayed stand in one order in both.
    private static func rows(
        _ before: [JSON], _ earlier: RowIDs, _ after: [JSON], _ later: RowIDs
    ) -> (JSON, JSON) {
        var inner: [JSON: (JSON, JSON)] = [:]
        var anchors: Set<JSON> = []
        for row in before {
            guard let other = later[row.rowID], other != row else { continue }
            let (from, to) = pruned(row, other)
            inner[row.rowID] = (from.with(id: row.rowID), to.with(id: row.rowID))
        }
        for (list, others) in [(before, later), (after, earlier)] {
            for (index, row) in list.enumerated().dropFirst() where !others.holds(row.rowID) {
                let anchor = list[index - 1].rowID
                if others.holds(anchor) { anchors.insert(anchor) }
            }
        }
        func kept(_ row: JSON, _ others: RowIDs, _ side: ((JSON, JSON)) -> JSON) -> JSON? {
            guard others.holds(row.rowID) else { return row }
            return inner[row.rowID].map(side) ?? (anchors.contains(row.rowID) ? ["id": row.rowID] : nil)
        }
        return (
            .array(before.compactMap { kept($0, later, \.0) }), .array(after.compactMap { kept($0, earlier, \.1) })
        )
    }
}

// MARK: What is brought back

extension ThreeWayDifference {
    private static func merged(_ state: JSON, _ from: JSON, _ to: JSON) -> JSON {
        if from == to { return state }
        if state == from { return to }
        switch (state, from, to) {
        case (.object(let now), .object(let from), .object(let to)):
            return areOne(now, from, to) ? .object(members(now, from, to)) : state
        case (.array(let state), .array(let from), .array(let to)):
            guard let now = RowIDs(state), let before = RowIDs(from), let after = RowIDs(to) else {
                return .array(elements(state, from, to))
            }
            return .array(rows(state, now, from, before, to, after))
        default: return state
        }
    }

    /// Whether the members of three objects are those of one value: not where its id is another one, nor where it is a
    /// case by its name, as Swift encodes an enum, and that name another one.
    private static func areOne(_ state: JSON.Object, _ from: JSON.Object, _ to: JSON.Object) -> Bool {
        if let id = from["id"] {
            if let now = state["id"], now != id { return false }
            if let other = to["id"], other != id { return false }
        }
        guard state.members.count == 1, from.members.count == 1, to.members.count == 1 else { return true }
        return from.members[0].key == to.members[0].key
    }

    private static func members(_ state: JSON.Object, _ from: JSON.Object, _ to: JSON.Object) -> JSON.Object {
        var state = state
        for member in from.members {
            guard let now = state[member.key] else { continue }
            if let other = to[member.key] {
                state[member.key] = merged(now, member.value, other)
            } else if now == member.value {
                state[member.key] = nil
            }
        }
        for member in to.members where from[member.key] == nil && state[member.key] == nil {
            state[member.key] = member.value
        }
        return state
    }

    private static func rows(
        _ state: [JSON], _ now: RowIDs, _ from: [JSON], _ before: RowIDs, _ to: [JSON], _ after: RowIDs
    ) -> [JSON] {
        // Rows that come back, by the row that they come behind; nil is the front.
        var returning: [JSON?: [JSON]] = [:]
        var anchor: JSON?
        for row in to {
            if now.holds(row.rowID) {
                anchor = row.rowID
            } else if !before.holds(row.rowID) {
                returning[anchor, default: []].append(row)
            }
        }
        var rows = returning[nil] ?? []
        for row in state {
            let id = row.rowID
            switch (before[id], after[id]) {
            case (let from?, let to?): rows.append(merged(row, from, to))
            case (_?, nil): break
            case (nil, _): rows.append(row)
            }
            rows += returning[id] ?? []
        }
        // Where all that stayed was put into another order, and is still in that, it goes back.
        let (moved, back) = (from.map(\.rowID).filter(after.holds), to.map(\.rowID).filter(before.holds))
        guard moved != back else { return rows }
        let places = rows.indices.filter { before.holds(rows[$0].rowID) && after.holds(rows[$0].rowID) }
        guard places.map({ rows[$0].rowID }) == moved else { return rows }
        let byID = Dictionary(places.map { (rows[$0].rowID, rows[$0]) }, uniquingKeysWith: { first, _ in first })
        for (place, id) in zip(places, back) { rows[place] = byID[id] ?? rows[place] }
        return rows
    }

    /// Elements without ids: what gave way to what is looked for near where it was.
    private static func elements(_ state: [JSON], _ from: [JSON], _ to: [JSON]) -> [JSON] {
        var state = state
        var (left, right, shift) = (0, 0, 0)
        for run in ArrayAlignment(before: from.count, after: to.count, areEqual: { from[$0] == to[$1] }).runs {
            switch run {
            case .same(let count): (left, right) = (left + count, right + count)
            case .changed(let old, let new):
                let place = place(of: from[left..<left + old], in: state, near: left + shift)
                if let place { state.replaceSubrange(place..<place + old, with: to[right..<right + new]) }
                if place != nil { shift += new - old }
                (left, right) = (left + old, right + new)
            }
        }
        return state
    }

    private static func place(of part: ArraySlice<JSON>, in state: [JSON], near: Int) -> Int? {
        let last = state.count - part.count
        guard last >= 0 else { return nil }
        let start = min(max(near, 0), last)
        for distance in 0...max(start, last - start) {
            for place in [start - distance, start + distance] where (0...last).contains(place) {
                if state[place..<place + part.count] == part { return place }
            }
        }
        return nil
    }
}

/// The rows of a list by their ids, where each is an object with an id of its own.
private struct RowIDs {
    private let rows: [JSON: JSON]

    init?(_ list: [JSON]) {
        var rows: [JSON: JSON] = [:]
        for row in list {
            guard let id = row["id"], rows.updateValue(row, forKey: id) == nil else { return nil }
        }
        self.rows = rows
    }

    func holds(_ id: JSON) -> Bool { rows[id] != nil }
    subscript(id: JSON) -> JSON? { rows[id] }
}

extension JSON {
    fileprivate var rowID: JSON { self["id"] ?? .null }

    fileprivate func with(id: JSON) -> JSON {
        var row = self
        row["id"] = id
        return row
    }
}
