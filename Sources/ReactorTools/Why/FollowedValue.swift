import Reactor
import ReactorRecording

/// A value that is looked for in one state after the other. Rows are looked for where they stood last, and from there on to
/// both sides.
struct FollowedValue {
    let way: [ValuePath.Step]
    private var places: [Place]
    /// What was found last.
    private var last: ValuePart?
    /// The way to where it stands in the state that was looked at last.
    private(set) var standing: [Redactor.Path.Step]

    /// What is known of a step from the states before.
    struct Place {
        /// What was looked into: as long as it is the same, so is all that is inside.
        fileprivate var looked = Kept()
        /// Where the element stood.
        fileprivate var spot = Spot()
        /// The row that stood there.
        fileprivate var row = Kept()
        /// What its container remembers so as not to look at everything again.
        fileprivate var memory: AnyObject?
    }

    fileprivate struct Spot: Equatable {
        var index = 0
        /// Whether it led to a member, of which a number may be the name.
        var isMember = false
    }

    init(_ way: [ValuePath.Step]) {
        self.way = way
        // The last one is the value's own.
        places = Array(repeating: Place(), count: way.count + 1)
        standing = []
        stand()
    }

    /// The value in this state, nil where it is not there. Only what is on the way to it is encoded, and only as far as it is
    /// another than in the state before.
    mutating func part(in state: some Encodable) throws -> ValuePart? {
        var part = ValuePart.value(state)
        var hasMoved = false
        defer { if hasMoved { stand() } }
        for (place, step) in way.enumerated() {
            if places[place].looked.isSame(as: part) { return last }
            let spot = places[place].spot
            guard let inner = try part.inner(step, &places[place]) else {
                // What comes there again is looked for as in the beginning.
                hasMoved = hasMoved || places[place...].contains { $0.spot != Spot() }
                places[place].spot = Spot()
                for deeper in places.indices[(place + 1)...] { places[deeper] = Place() }
                last = nil
                return nil
            }
            if places[place].spot != spot { hasMoved = true }
            places[place].looked.keep(part)
            part = inner
        }
        if places[way.count].looked.isSame(as: part) { return last }
        places[way.count].looked.keep(part)
        last = try part.opened
        return last
    }

    private mutating func stand() {
        standing = zip(way, places).map { step, place in
            switch step {
            case .key(let key): .key(key)
            case .index(let index): place.spot.isMember ? .key("\(index)") : .index(index)
            case .row: .index(place.spot.index)
            }
        }
    }
}

/// A value that is kept to see whether the next one is the same. What is kept is copied by who changes it, so one that is
/// seldom the same is kept seldom.
private struct Kept {
    private(set) var value: (any Encodable)?
    private var misses = 0
    private var pause = 0

    mutating func keep(_ part: ValuePart) { if case .value(let value) = part { keep(value) } }

    mutating func keep(_ value: any Encodable) {
        if pause > 0 { pause -= 1 } else { self.value = value }
    }

    mutating func isSame(as part: ValuePart) -> Bool {
        guard case .value(let value) = part else {
            self.value = nil
            return false
        }
        return isSame(as: value)
    }

    mutating func isSame(as other: any Encodable) -> Bool {
        guard let value else { return false }
        if sameBytes(value, other) {
            misses = 0
            return true
        }
        self.value = nil
        misses = Swift.min(misses + 1, 6)
        pause = 1 << misses
        return false
    }
}

extension ValuePath {
    /// The way to the same value in other states: a position among rows with ids is the row that stands there now. What
    /// leads nowhere now is looked for as it is written: it may have led to something before.
    func way(in state: some Encodable) throws -> [Step] {
        var (way, part) = ([Step](), ValuePart.value(state))
        for var step in steps {
            var place = FollowedValue.Place()
            if case .index(let index) = step, let ids = try part.ids, ids.indices.contains(index), let id = ids[index] {
                // Each has one of its own.
                let others = Set(ids.compactMap(\.self))
                if others.count == ids.count { step = .row([id]) }
            }
            guard let inner = try part.inner(step, &place) else { break }
            if place.spot.isMember, let name = step.name { step = .key(name) }
            way.append(step)
            part = inner
        }
        return way + steps.dropFirst(way.count)
    }
}

extension [ValuePath.Step] {
    /// Whether no other row has an id by which the way leads on.
    func isOnlyOne(in state: some Encodable) throws -> Bool {
        var part = ValuePart.value(state)
        for step in self {
            var place = FollowedValue.Place()
            if case .row(let asked) = step, let ids = try part.ids {
                guard ids.count(where: { $0.map(asked.contains) ?? false }) <= 1 else { return false }
            }
            guard let inner = try part.inner(step, &place) else { return true }
            part = inner
        }
        return true
    }
}

extension ValuePart {
    /// The ids of the elements, nil where one has none; nil for what is no array.
    fileprivate var ids: [JSON?]? {
        get throws {
            switch self {
            case .null: nil
            case .nested(let parts): try parts.ids
            case .value(let value as any FollowableRows): try value.ids
            case .value(let value as any Followable): try ValuePart.value(value).json(below: 0).array?.map { $0["id"] }
            case .value(let value): DirectTypes.contains(type(of: value)) ? nil : try ValueParts(of: value).ids
            }
        }
    }

    fileprivate var id: JSON? {
        get throws {
            var place = FollowedValue.Place()
            return try inner(.key("id"), &place)?.json(below: 0)
        }
    }

    /// What a step leads to.
    fileprivate func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        switch self {
        case .null: nil
        case .value(let value): try Self.inner(of: value, step, &place)
        case .nested(let parts): try parts.inner(step, &place)
        }
    }

    private static func inner<Value: Encodable>(
        of value: Value, _ step: ValuePath.Step, _ place: inout FollowedValue.Place
    ) throws -> ValuePart? {
        if DirectTypes.contains(Value.self) { return nil }
        if let value = value as? any Followable { return try value.inner(step, &place) }
        return try ValueParts(of: value, only: step.name).inner(step, &place)
    }

    /// The same, of a value that cannot be compared part by part otherwise as it hands itself to an encoder: once for both
    /// comparisons, with what is before it and with what is behind it.
    fileprivate var opened: ValuePart {
        get throws {
            guard case .value(let value) = self, !DirectTypes.contains(type(of: value)), !(value is any Followable)
            else { return self }
            return .nested(try ValueParts(of: value))
        }
    }

    /// Whether its member `id` is one of these.
    fileprivate func hasID(_ ids: [JSON]) throws -> Bool { try id.map(ids.contains) ?? false }
}

extension ValueParts {
    fileprivate var ids: [JSON?]? {
        get throws {
            switch content {
            case .single(let part): try part.ids
            case .elements(let elements): try elements.map { try $0.id }
            default: nil
            }
        }
    }

    fileprivate func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        place.spot.isMember = false
        switch (content, step) {
        case (.single(let part), _): return try part.inner(step, &place)
        case (.members(let members), .key), (.members(let members), .index):
            place.spot.isMember = true
            return step.name.flatMap { name in members.last { ExactText($0.key) == ExactText(name) }?.part }
        case (.elements(let elements), .index(let index)):
            return elements.indices.contains(index) ? elements[index] : nil
        case (.elements(let elements), .row(let ids)):
            let index = try elements.count.nearest(to: place.spot.index) { try elements[$0].hasID(ids) }
            place.spot.index = index ?? place.spot.index
            return index.map { elements[$0] }
        default: return nil
        }
    }
}

extension Int {
    /// The position below this one, nearest to another one, at which something is so.
    fileprivate func nearest(to near: Int, _ isSo: (Int) throws -> Bool) rethrows -> Int? {
        let start = Swift.min(near, self - 1)
        guard start >= 0 else { return nil }
        if try isSo(start) { return start }
        var distance = 1
        while start + distance < self || start >= distance {
            if start + distance < self, try isSo(start + distance) { return start + distance }
            if start >= distance, try isSo(start - distance) { return start - distance }
            distance += 1
        }
        return nil
    }
}

// MARK: - What hands out a part without the others

/// A container that can be asked for one part, so that the others need not be encoded. It gives what encoding it gives.
protocol Followable: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart?

    /// Whether both encode to the same JSON.
    func isSame(as other: Self, below depth: Int) throws -> Bool
}

extension Optional: Followable where Wrapped: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        try self.flatMap { try ValuePart.value($0).inner(step, &place) }
    }
}

/// A list of rows of which each can be asked for.
private protocol FollowableRows: Followable, RandomAccessCollection where Element: Encodable, Index == Int {
    /// What tells later which of the rows are others.
    var absence: AnyObject { get }

    /// The positions of the rows that are others than when `absence` was made of rows before, the nearest first; nil where
    /// that is not known.
    func places(since absence: AnyObject, near: Int) -> [Int]?

    /// Where the row stands now that was this one, as far as that is known without a search.
    func place(of row: Element) -> Int?
}

extension FollowableRows {
    fileprivate var ids: [JSON?] { get throws { try map { try ValuePart.value($0).id } } }

    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        switch step {
        case .key: return nil
        case .index(let index):
            place.spot.isMember = false
            return indices.contains(index) ? .value(self[index]) : nil
        case .row(let ids):
            guard let index = try index(of: ids, &place) else {
                if place.memory == nil { place.memory = absence }
                return nil
            }
            (place.spot.index, place.memory) = (index, nil)
            place.row.keep(self[index])
            return .value(self[index])
        }
    }

    private func index(of ids: [JSON], _ place: inout FollowedValue.Place) throws -> Int? {
        func isRow(_ index: Int) throws -> Bool { try ValuePart.value(self[index]).hasID(ids) }
        // While there is none, only a row that is another than before can be the one.
        if let memory = place.memory {
            if let places = places(since: memory, near: place.spot.index) { return try places.first(where: isRow) }
            place.memory = nil
        } else if let row = place.row.value as? Element {
            let index = self.place(of: row) ?? Swift.min(place.spot.index, count - 1)
            if try index >= 0 && (place.row.isSame(as: self[index]) || isRow(index)) { return index }
        }
        return try count.nearest(to: place.spot.index, isRow)
    }
}

extension Array: FollowableRows, Followable where Element: Encodable {
    fileprivate var absence: AnyObject { OtherRows(self) }

    fileprivate func places(since absence: AnyObject, near: Int) -> [Int]? {
        (absence as? OtherRows<Element>)?.places(otherIn: self).sorted { (abs($0 - near), -$0) < (abs($1 - near), -$1) }
    }

    fileprivate func place(of row: Element) -> Int? { nil }
}

/// Rows among which one was not. Each is kept by itself, so that the array can go on being changed in place.
private final class OtherRows<Row> {
    private var rows: [Row]

    init(_ rows: [Row]) { self.rows = rows.map { $0 } }

    /// The positions of those that were not among them, or stood elsewhere. From now on these are the rows.
    func places(otherIn now: [Row]) -> [Int] {
        let common = min(rows.count, now.count)
        let first = common.run { rows.sameBytes($0.lowerBound, in: now, $0.lowerBound, $0.count) }
        let last = (common - first).run {
            rows.sameBytes(rows.count - $0.upperBound, in: now, now.count - $0.upperBound, $0.count)
        }
        let middle = first..<now.count - last
        let hasMoved = rows.count != now.count
        let places = middle.filter { hasMoved || !rows.sameBytes($0, in: now, $0, 1) }
        rows.replaceSubrange(first..<rows.count - last, with: now[middle])
        return places
    }
}

extension KeyedRows: FollowableRows, Followable where Row: Encodable {
    fileprivate var absence: AnyObject { RevisionMark(revision) }

    fileprivate func places(since absence: AnyObject, near: Int) -> [Int]? {
        guard let mark = absence as? RevisionMark, case .difference(let difference) = changes(since: mark.revision)
        else { return nil }
        mark.revision = revision
        return difference.inserted.union(difference.updated).compactMap(index(of:))
    }

    fileprivate func place(of row: Row) -> Int? { index(of: row.id) }
}

/// As of when a row was not among rows with ids.
private final class RevisionMark {
    var revision: Revision
    init(_ revision: Revision) { self.revision = revision }
}

extension Dictionary: Followable where Key: Encodable, Value: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        if Key.self == String.self || Key.self == Int.self {
            guard let name = step.name, let asked = (Key.self == String.self ? name : Int(name) as Any) as? Key,
                let found = index(forKey: asked), Self.name(of: self[found].key) == ExactText(name)
            else { return nil }
            place.spot.isMember = true
            return .value(self[found].value)
        }
        if Key.self is any CodingKeyRepresentable.Type {
            return try ValueParts(of: self, only: step.name).inner(step, &place)
        }
        // A list of keys and values, in an order which is known when all is encoded.
        place.spot.isMember = false
        guard case .array(let list) = try JSON(canonicallyEncoding: self), let index = list.index(of: step, &place)
        else { return nil }
        let key = list[index & ~1]
        guard let entry = try first(where: { try JSON(canonicallyEncoding: $0.key) == key }) else { return nil }
        return index.isMultiple(of: 2) ? .value(entry.key) : .value(entry.value)
    }
}

extension Set: Followable where Element: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        guard case .array(let list) = try JSON(canonicallyEncoding: self), let index = list.index(of: step, &place)
        else { return nil }
        return try first { try JSON(canonicallyEncoding: $0) == list[index] }.map { .value($0) }
    }
}

extension [JSON] {
    /// Where that leads to which a step leads to.
    fileprivate func index(of step: ValuePath.Step, _ place: inout FollowedValue.Place) -> Int? {
        switch step {
        case .key: return nil
        case .index(let index): return indices.contains(index) ? index : nil
        case .row(let ids):
            let index = count.nearest(to: place.spot.index) { self[$0]["id"].map(ids.contains) ?? false }
            place.spot.index = index ?? place.spot.index
            return index
        }
    }
}
