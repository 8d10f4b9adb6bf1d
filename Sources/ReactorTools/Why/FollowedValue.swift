import Reactor
import ReactorRecording

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that is looked for in one state after the other. Rows are looked for where they stood last, and from there on to
/// both sides.
struct FollowedValue {
    let way: [ValuePath.Step]
    private var places: [Place]

    /// What is known of a step from the states before.
    struct Place {
        /// Where the element stood.
        var index = 0
        /// Whether it led to a member, of which a number may be the name.
        var isMember = false
        /// What its container remembers so as not to look at everything again.
        var memory: AnyObject?
        /// How a value of the type that was met here last is looked into: asking what a type conforms to costs more.
        fileprivate var way: WayIn?
        /// The id that the row had, and what is known of the way to it.
        fileprivate var id: IDMemory?

        /// Has a value that stands for another one share the place, but not how the other is looked into.
        fileprivate mutating func shared(
            _ look: (inout Place) throws -> ValuePart?
        ) rethrows -> ValuePart? {
            var inner = Place(index: index, isMember: isMember, memory: memory)
            defer { (index, isMember, memory) = (inner.index, inner.isMember, inner.memory) }
            return try look(&inner)
        }
    }

    init(_ way: [ValuePath.Step]) {
        self.way = way
        places = Array(repeating: Place(), count: way.count)
    }

    /// The value in this state, nil where it is not there. Only what is on the way to it is encoded.
    mutating func part(in state: some Encodable) throws -> ValuePart? {
        var part = ValuePart.value(state)
        for (place, step) in way.enumerated() {
            guard let inner = try part.inner(step, &places[place]) else { return nil }
            part = inner
        }
        return part
    }

    /// The way to where it stands in the state that was looked at last.
    var standing: [Redactor.Path.Step] {
        zip(way, places).map { step, place in
            switch step {
            case .key(let key): .key(key)
            case .index(let index): place.isMember ? .key("\(index)") : .index(index)
            case .row: .index(place.index)
            }
        }
    }
}

extension ValuePart {
    /// What a step leads to.
    fileprivate func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        switch self {
        case .null: nil
        case .value(let value): try Self.inner(of: value, step, &place)
        case .nested(let parts): try parts.inner(step, &place)
        }
    }

    private static func inner(
        of value: any Encodable, _ step: ValuePath.Step, _ place: inout FollowedValue.Place
    ) throws -> ValuePart? {
        let type = type(of: value)
        if let way = place.way, way.type == type { return try way.inner(value, step, &place) }
        let way = WayIn(value)
        place.way = way
        return try way.inner(value, step, &place)
    }

    /// Whether its member `id` is one of these.
    fileprivate func hasID(_ ids: [JSON], _ memory: IDMemory?) throws -> Bool {
        guard let memory else {
            var place = FollowedValue.Place()
            return try inner(.key("id"), &place).map { ids.contains(try $0.json(below: 0)) } ?? false
        }
        guard let part = try inner(.key("id"), &memory.place) else { return false }
        if let known = memory.known { return try part.isSame(as: known, below: 0) }
        guard ids.contains(try part.json(below: 0)) else { return false }
        memory.known = part
        return true
    }
}

/// The id of a row that is followed, as its type hands it to an encoder.
private final class IDMemory {
    var place = FollowedValue.Place()
    var known: ValuePart?
}

/// How values of one type are looked into.
private struct WayIn {
    typealias Inner = (any Encodable, ValuePath.Step, inout FollowedValue.Place) throws -> ValuePart?
    let type: Any.Type
    let inner: Inner

    init(_ value: any Encodable) {
        type = Swift.type(of: value)
        if DirectTypes.contains(type) {
            inner = { _, _, _ in nil }
        } else if let value = value as? any Followable {
            inner = Self.asked(value)
        } else {
            inner = { value, step, place in
                try ValueParts(of: value, only: step.name).inner(step, &place)
            }
        }
    }

    private static func asked<Value: Followable>(_ value: Value) -> Inner {
        { value, step, place in try (value as? Value)?.inner(step, &place) }
    }
}

extension ValueParts {
    fileprivate func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        place.isMember = false
        switch (content, step) {
        case (.single(let part), _):
            // What stands for another value shares its place, and each of them is known by its own type.
            return try place.shared { try part.inner(step, &$0) }
        case (.members(let members), .key), (.members(let members), .index):
            place.isMember = true
            return step.name.flatMap { name in members.last { ExactText($0.key) == ExactText(name) }?.part }
        case (.elements(let elements), .index(let index)):
            return elements.indices.contains(index) ? elements[index] : nil
        case (.elements(let elements), .row(let ids)):
            let index = try elements.count.nearest(to: place.index) { try elements[$0].hasID(ids, nil) }
            place.index = index ?? place.index
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
        guard let self else { return nil }
        return try place.shared { try ValuePart.value(self).inner(step, &$0) }
    }
}

extension Array: Followable where Element: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        switch step {
        case .key: return nil
        case .index(let index):
            place.isMember = false
            return indices.contains(index) ? .value(self[index]) : nil
        case .row(let ids):
            let memory = place.id ?? IDMemory()
            place.id = memory
            func isRow(_ index: Int) throws -> Bool { try ValuePart.value(self[index]).hasID(ids, memory) }
            // While there is none, only an element that is another than before can be the one.
            let found: Int? =
                if let before = place.memory as? Absence<Self> {
                    try places(otherThanIn: before.rows, near: place.index).first(where: isRow)
                } else {
                    try count.nearest(to: place.index, isRow)
                }
            guard let found else {
                place.memory = Absence(self)
                return nil
            }
            place.index = found
            place.memory = nil
            return .value(self[found])
        }
    }

    /// The positions of the elements whose bytes are others than those in another array, the nearest first.
    private func places(otherThanIn other: Self, near: Int) -> [Int] {
        let width = MemoryLayout<Element>.stride
        var places: [Int] = []
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { others in
                func isSame(_ range: Range<Int>) -> Bool {
                    guard let mine = bytes.baseAddress, let theirs = others.baseAddress else { return false }
                    let start = range.lowerBound * width
                    // Both arrays reach to the end of the range.
                    return memcmp(mine + start, theirs + start, range.count * width) == 0
                }
                let common = Swift.min(count, other.count)
                for start in stride(from: 0, to: common, by: 64) {
                    let block = start..<Swift.min(start + 64, common)
                    if !isSame(block) { places += block.filter { !isSame($0..<$0 + 1) } }
                }
                places += common..<count
            }
        }
        let start = Swift.min(near, count - 1)
        return places.sorted { (abs($0 - start), -$0) < (abs($1 - start), -$1) }
    }
}

/// Rows among which one was not.
private final class Absence<Rows> {
    let rows: Rows
    init(_ rows: Rows) { self.rows = rows }
}

/// Who a row was in rows with ids, or since when it is not among them.
private final class RowMemory<ID: Hashable & Sendable> {
    let id: ID?
    let revision: Revision

    init(_ id: ID?, _ revision: Revision) {
        self.id = id
        self.revision = revision
    }
}

extension KeyedRows: Followable where Row: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        switch step {
        case .key: return nil
        case .index(let index):
            place.isMember = false
            return indices.contains(index) ? .value(self[index]) : nil
        case .row(let ids):
            if place.id == nil { place.id = IDMemory() }
            guard let index = try index(ofRow: ids, place) else {
                place.memory = RowMemory<ID>(nil, revision)
                return nil
            }
            let row = self[index]
            if index != place.index || place.memory == nil { place.memory = RowMemory<ID>(row.id, revision) }
            place.index = index
            return .value(row)
        }
    }

    private func index(ofRow ids: [JSON], _ place: FollowedValue.Place) throws -> Int? {
        func isRow(_ index: Int) throws -> Bool { try ValuePart.value(self[index]).hasID(ids, place.id) }
        guard let memory = place.memory as? RowMemory<ID> else { return try count.nearest(to: place.index, isRow) }
        if let known = memory.id {
            if let index = index(of: known), try isRow(index) { return index }
        } else if case .difference(let difference) = changes(since: memory.revision) {
            return try difference.inserted.union(difference.updated).compactMap(index(of:)).first(where: isRow)
        }
        return try count.nearest(to: place.index, isRow)
    }
}

extension Dictionary: Followable where Key: Encodable, Value: Encodable {
    func inner(_ step: ValuePath.Step, _ place: inout FollowedValue.Place) throws -> ValuePart? {
        if Key.self == String.self || Key.self == Int.self {
            guard let name = step.name, let asked = (Key.self == String.self ? name : Int(name) as Any) as? Key,
                let found = index(forKey: asked), ExactText("\(self[found].key)") == ExactText(name)
            else { return nil }
            place.isMember = true
            return .value(self[found].value)
        }
        if Key.self is any CodingKeyRepresentable.Type {
            return try ValueParts(of: self, only: step.name).inner(step, &place)
        }
        // A list of keys and values, in an order which is known when all is encoded.
        place.isMember = false
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
            let index = count.nearest(to: place.index) { self[$0]["id"].map(ids.contains) ?? false }
            place.index = index ?? place.index
            return index
        }
    }
}
