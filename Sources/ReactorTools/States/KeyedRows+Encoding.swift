import Reactor
import ReactorRecording

// Rows are identified by their revisions, so no row is retained and a reducer can change rows in place.

private final class RowsParts<ID: Hashable & Sendable, Row: Identifiable> where Row.ID == ID {
    typealias Change = KeyedRows<ID, Row>.LoggedChange

    var revision: Revision?
    var storedEqual: Revision?
    var list = EncodedList([])
    /// The tag of each row in the list.
    var tags: [ID: Int] = [:]
    private var nextTag = 0
    /// The memos of rows that contain long lists, by tag.
    var memos: [Int: EncodingMemo] = [:]
    /// The changes of the rows, the oldest first, and the index of each revision. After a rollback, rows are replayed from an
    /// earlier revision.
    private var trail: [Change] = []
    private var places: [Revision: Int] = [:]
    /// The number of dropped changes.
    private var dropped = 0

    /// A few thousand changes reach back to the oldest pending prediction.
    private static var longestTrail: Int { 8_192 }

    func isKnown(_ revision: Revision) -> Bool { places[revision] != nil }

    func begin(at base: Revision) {
        trail = []
        (places, dropped) = ([base: -1], 0)
    }

    /// Removes the changes after a known revision.
    func takeBack(to revision: Revision) -> [Change] {
        guard let place = places[revision] else { return [] }
        let first = max(0, place + 1 - dropped)
        let back = Array(trail[first...])
        trail.removeSubrange(first...)
        for change in back { places[change.revision] = nil }
        return back
    }

    func append(_ changes: [Change]) {
        for change in changes {
            places[change.revision] = dropped + trail.count
            trail.append(change)
        }
        guard trail.count > Self.longestTrail else { return }
        trail.removeSubrange(..<(Self.longestTrail / 2))
        dropped += Self.longestTrail / 2
        places = places.filter { $0.value >= dropped }
    }

    func tag(of id: ID) -> Int {
        if let tag = tags[id] { return tag }
        nextTag += 1
        tags[id] = nextTag
        return nextTag
    }

    func removeTag(of id: ID) {
        if let tag = tags.removeValue(forKey: id) { memos[tag] = nil }
    }
}

extension KeyedRows: EncodedByParts where Row: Encodable {
    package func encoded(by place: EncodingPlace) throws -> EncodingMemo? {
        guard place.takes(count) else { return nil }
        try place.check(self)
        let parts = place.memo?.parts as? RowsParts<ID, Row> ?? RowsParts<ID, Row>()
        if parts.revision == revision, parts.storedEqual == storedEqual { return place.memo }
        let (since, isKnown, changes) = log(sinceNewest: parts.isKnown)
        if isKnown, parts.storedEqual == storedEqual {
            let touched = parts.takeBack(to: since) + changes
            parts.list = try edited(parts, touched, place) ?? reordered(parts, touched, place)
        } else {
            (parts.tags, parts.memos) = ([:], [:])
            parts.begin(at: since)
            parts.list = try reordered(parts, [], place)
        }
        parts.append(changes)
        (parts.revision, parts.storedEqual) = (revision, storedEqual)
        return EncodingMemo(of: Self.self, .list(parts.list), parts)
    }

    /// Returns the list with new encodings of the changed rows, or nil if rows were moved.
    private func edited(
        _ parts: RowsParts<ID, Row>, _ changes: [LoggedChange], _ place: EncodingPlace
    ) throws -> EncodedList? {
        var touched: [ID: Bool] = [:]
        for change in changes {
            guard let id = change.id else { return nil }
            touched[id] = touched[id] == true || change.reorders
        }
        var editor = EncodedListEditor(parts.list)
        var inserted: [(index: Int, id: ID)] = []
        for (id, isReordered) in touched where isReordered {
            if let tag = parts.tags[id], let before = editor.index(ofTag: tag) { editor.remove(at: before) }
            if let index = index(of: id) { inserted.append((index, id)) } else { parts.removeTag(of: id) }
        }
        for (index, id) in inserted.sorted(by: { $0.index < $1.index }) {
            guard index <= editor.count else { return nil }
            editor.insert(try row(index, parts, place), at: index, tag: parts.tag(of: id))
        }
        guard editor.count == count else { return nil }
        for (id, isReordered) in touched where !isReordered {
            guard let index = index(of: id) else { return nil }
            editor.replace(index, with: try row(index, parts, place))
        }
        return editor.finished()
    }

    /// Returns a list of all rows, with the existing encodings of the unchanged rows.
    private func reordered(
        _ parts: RowsParts<ID, Row>, _ changes: [LoggedChange], _ place: EncodingPlace
    ) throws -> EncodedList {
        let touched = Set(changes.compactMap(\.id))
        let known = EncodedListEditor(parts.list).byTag
        for id in touched where index(of: id) == nil { parts.removeTag(of: id) }
        var (rows, tags) = ([EncodedValue](), [Int]())
        for (index, row) in enumerated() {
            let tag = parts.tag(of: row.id)
            let same = touched.contains(row.id) ? nil : known[tag]
            rows.append(try same ?? self.row(index, parts, place))
            tags.append(tag)
        }
        return EncodedList(rows, tags: tags)
    }

    private func row(_ index: Int, _ parts: RowsParts<ID, Row>, _ place: EncodingPlace) throws -> EncodedValue {
        let row = self[index]
        let tag = parts.tag(of: row.id)
        let (encoded, inner) = try place.element(row, at: index, parts.memos[tag])
        parts.memos[tag] = inner
        return encoded
    }
}

private final class TrackedParts {
    let revision: Revision
    let inner: EncodingMemo?

    init(_ revision: Revision, _ inner: EncodingMemo?) { (self.revision, self.inner) = (revision, inner) }
}

extension Tracked: EncodedByParts where Value: Encodable {
    package func encoded(by place: EncodingPlace) throws -> EncodingMemo? {
        let known = place.memo?.parts as? TrackedParts
        if known?.revision == projectedValue { return place.memo }
        let (encoded, inner) = try place.content(wrappedValue, known?.inner)
        return EncodingMemo(of: Self.self, encoded, TrackedParts(projectedValue, inner))
    }
}
