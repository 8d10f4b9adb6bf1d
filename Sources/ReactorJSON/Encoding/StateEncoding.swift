/// Encodes one state after the other, and in each only the parts that changed.
///
/// A value whose encoding has no long list is stored, and is the same when its bytes are: `==` may pass over a member, or take
/// two spellings of a text for one. A value that is changed while it is stored is copied, so a long list is not stored: its
/// elements are, each by itself, and a reducer goes on changing the list in place. A change inside a class is not noticed.
package final class StateEncoding {
    private var root: EncodingMemo?
    private var kinds: [ObjectIdentifier: Bool] = [:]
    /// How many members were left out since the beginning.
    private var leftOut = 0
    /// The only members that are encoded, level by level; nil for all of a level. The levels inside of all members but the first
    /// of a level are encoded whole.
    private let way: [[String]?]

    /// A shorter list or dictionary is encoded as any other value, and stored.
    fileprivate let shortest: Int

    /// - Parameters:
    ///   - way: the only members to encode, level by level; nil stands for all of a level. The levels inside of all members but
    ///     the first of a level are encoded whole.
    ///   - shortest: the length from which on the elements of a list are known one by one.
    package init(along way: [[String]?] = [], shortest: Int = 17) {
        self.way = way
        self.shortest = shortest
    }

    /// The encoding of a state.
    ///
    /// - Throws: what `JSON(canonicallyEncoding:)` throws.
    package func encoded(_ state: some Encodable) throws -> EncodedValue {
        do {
            let (encoded, memo) = try encoded(state, root, .stored, at: EncodingPath())
            root = memo
            return encoded
        } catch {
            // A memo of a part may be ahead of its whole.
            root = nil
            throw error
        }
    }

    fileprivate func encoded<Value: Encodable>(
        _ value: Value, _ memo: EncodingMemo?, _ mode: EncodingMode, at path: @autoclosure () -> EncodingPath
    ) throws -> (EncodedValue, EncodingMemo?) {
        if DirectTypes.contains(Value.self) { return (.json(try JSON.direct(value, at: path())), nil) }
        let memo = memo.flatMap { $0.type == Value.self ? $0 : nil }
        if let memo, withUnsafeBytes(of: value, { memo.isOf($0) }) { return (memo.encoded, memo) }
        let path = path()
        if isEncodedByParts(Value.self), let parts = value as? any EncodedByParts,
            let found = try parts.encoded(by: EncodingPlace(encoding: self, memo: memo, path: path, mode: mode))
        {
            return (found.encoded, found)
        }
        let leftOutBefore = leftOut
        let memory = PlaceMemory(self, memo, mode)
        let node = EncodingNode(path, memory, isWhole: mode.isWhole)
        try path.write(value, into: node)
        var order = memo?.order
        var encoded = try node.finished(&order)
        switch encoded {
        case .json(let json):
            let checked = try json.checked(as: value, at: path)
            encoded = .json(checked)
            // A value that is one text or number is encoded sooner than it is compared.
            guard mode.stores, checked.isContainer else { return (encoded, nil) }
            if leftOut == leftOutBefore { return (encoded, StoredMemo(value, encoded, memory.memos, order)) }
        case .list where Value.self is any HashOrdered.Type:
            encoded = .json(try JSON.encoded(value, at: path))
            return (encoded, mode.stores ? StoredMemo(value, encoded, [], nil) : nil)
        case .list, .object:
            if let memo, encoded.isMemberwiseSame(as: memo.encoded) { encoded = memo.encoded }
        }
        return (encoded, EncodingMemo(Value.self, encoded, memory.memos, order))
    }

    /// Whether a member of this name is encoded.
    fileprivate func takes(_ key: String, at depth: Int) -> Bool {
        guard let names = names(at: depth) else { return true }
        if names.contains(where: { ExactText($0) == ExactText(key) }) { return true }
        leftOut += 1
        return false
    }

    fileprivate func isWhole(_ key: String, at depth: Int) -> Bool {
        names(at: depth)?.first.map { ExactText($0) != ExactText(key) } ?? false
    }

    fileprivate func names(at depth: Int) -> [String]? { depth < way.count ? way[depth] : nil }

    private func isEncodedByParts(_ type: Any.Type) -> Bool {
        let id = ObjectIdentifier(type)
        if let known = kinds[id] { return known }
        let isEncodedByParts = type is any EncodedByParts.Type
        kinds[id] = isEncodedByParts
        return isEncodedByParts
    }
}

/// How a value is encoded.
struct EncodingMode {
    /// Whether a value without a long list is stored, to be known again.
    var stores: Bool
    /// Whether all of its members are encoded.
    var isWhole = false

    static let stored = EncodingMode(stores: true)
}

/// The encoding of a value, with what is needed to encode only what changes in it.
package class EncodingMemo {
    fileprivate let type: Any.Type
    package let encoded: EncodedValue
    /// The knowledge that a container has of its parts.
    package let parts: AnyObject?
    /// The memos of the values inside, in the order in which they were encoded.
    fileprivate let inner: [EncodingMemo?]
    fileprivate let order: MemberOrder?

    /// The memo of a container that has a knowledge of its parts.
    package init(of type: Any.Type, _ encoded: EncodedValue, _ parts: AnyObject) {
        (self.type, self.encoded, self.parts) = (type, encoded, parts)
        (inner, order) = ([], nil)
    }

    fileprivate init(_ type: Any.Type, _ encoded: EncodedValue, _ inner: [EncodingMemo?], _ order: MemberOrder?) {
        (self.type, self.encoded, self.inner, self.order) = (type, encoded, inner, order)
        parts = nil
    }

    fileprivate func isOf(_ bytes: UnsafeRawBufferPointer) -> Bool { false }
}

/// The memo of a value that is stored.
private final class StoredMemo<Value>: EncodingMemo {
    private let value: Value

    init(_ value: Value, _ encoded: EncodedValue, _ inner: [EncodingMemo?], _ order: MemberOrder?) {
        self.value = value
        super.init(Value.self, encoded, inner, order)
    }

    override func isOf(_ bytes: UnsafeRawBufferPointer) -> Bool {
        withUnsafeBytes(of: value) { areSame($0, bytes) }
    }
}

extension JSON {
    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}

/// The memos of the values inside a value: those of the last time, and those of this time.
final class PlaceMemory {
    private let encoding: StateEncoding
    private let before: [EncodingMemo?]
    private let mode: EncodingMode
    private(set) var memos: [EncodingMemo?] = []
    private var next = 0

    init(_ encoding: StateEncoding, _ memo: EncodingMemo?, _ mode: EncodingMode) {
        self.encoding = encoding
        self.mode = mode
        before = memo?.inner ?? []
    }

    func takes(_ key: String, at depth: Int) -> Bool { encoding.takes(key, at: depth) }
    func isWhole(_ key: String, at depth: Int) -> Bool { encoding.isWhole(key, at: depth) }

    func encoded<Value: Encodable>(
        _ value: Value, isWhole: Bool, at path: @autoclosure () -> EncodingPath
    ) throws -> EncodedValue {
        if DirectTypes.contains(Value.self) { return .json(try JSON.direct(value, at: path())) }
        let place = next
        next += 1
        let known = place < before.count ? before[place] : nil
        let (encoded, memo) = try encoding.encoded(
            value, known, EncodingMode(stores: mode.stores, isWhole: isWhole), at: path())
        guard let memo else { return encoded }
        while memos.count < place { memos.append(nil) }
        memos.append(memo)
        return encoded
    }
}

/// Whether these bytes of two values of one type are the same.
private func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.sameBytes(as: right, right.count) == right.count
}

extension UnsafeRawBufferPointer {
    /// How many of so many bytes are the same, from the beginning on, or from the end on.
    fileprivate func sameBytes(as other: Self, _ most: Int, fromEnd: Bool = false) -> Int {
        func isSame<Word: FixedWidthInteger & BitwiseCopyable>(_ distance: Int, _ type: Word.Type) -> Bool {
            let width = MemoryLayout<Word>.size
            let (mine, theirs) =
                fromEnd ? (count - distance - width, other.count - distance - width) : (distance, distance)
            return loadUnaligned(fromByteOffset: mine, as: type)
                == other.loadUnaligned(fromByteOffset: theirs, as: type)
        }
        var same = 0
        while same + 8 <= most, isSame(same, UInt64.self) { same += 8 }
        while same < most, isSame(same, UInt8.self) { same += 1 }
        return same
    }
}

// MARK: - Containers

/// A container that can tell which of its parts changed.
package protocol EncodedByParts: Encodable {
    /// The encoding with its memo, nil to be encoded as any other value.
    func encoded(by place: EncodingPlace) throws -> EncodingMemo?
}

/// Where a container is encoded.
package struct EncodingPlace {
    fileprivate let encoding: StateEncoding
    /// The memo of the container of the same type that was here the last time.
    package let memo: EncodingMemo?
    fileprivate let path: EncodingPath
    fileprivate let mode: EncodingMode

    /// Whether a container of that many elements is worth it.
    package func takes(_ count: Int) -> Bool { count >= encoding.shortest }

    /// The encoding of an element, and its memo if it is more than JSON.
    package func element<Value: Encodable>(
        _ value: Value, at index: Int, _ memo: EncodingMemo? = nil
    ) throws -> (EncodedValue, EncodingMemo?) {
        try encoding.encoded(value, memo, EncodingMode(stores: false, isWhole: mode.isWhole), at: path.appending(index))
    }

    fileprivate func member<Value: Encodable>(
        _ value: Value, named name: String, _ memo: EncodingMemo?
    ) throws -> (EncodedValue, EncodingMemo?) {
        try encoding.encoded(
            value, memo,
            EncodingMode(stores: false, isWhole: mode.isWhole || encoding.isWhole(name, at: path.depth)),
            at: path.appending(IndexKey(named: name)))
    }

    /// A value that is encoded in the place of the container itself.
    package func content<Value: Encodable>(_ value: Value, _ memo: EncodingMemo?) throws -> (
        EncodedValue, EncodingMemo?
    ) {
        try encoding.encoded(value, memo, EncodingMode(stores: true, isWhole: mode.isWhole), at: path.inside)
    }

    fileprivate var names: [String]? { mode.isWhole ? nil : encoding.names(at: path.depth) }

    /// - Throws: `EncodingError` where the container would be in too many others.
    package func check(_ value: some Encodable) throws {
        guard !path.isTooDeep, path.takesContainer else {
            throw path.tooDeep(value)
        }
    }
}

/// A value that is stored while it is seldom another, and so is known to be the same by where it is.
private struct QuietValue<Value> {
    private var stored: Value?
    private var count = 0

    mutating func isSame(as value: Value) -> Bool {
        guard let stored else { return false }
        let isSame = withUnsafeBytes(of: stored) { stored in
            withUnsafeBytes(of: value) { areSame(stored, $0) }
        }
        if !isSame { self = QuietValue() }
        return isSame
    }

    /// It did not change this time.
    mutating func stayed(_ value: Value) {
        count += 1
        if count > 16 { stored = value }
    }

    mutating func changed() { self = QuietValue() }
}

private final class ArrayParts<Element: Encodable> {
    /// The elements, each stored by itself.
    var elements: [Element] = []
    var list = EncodedList([])
    /// The memos of the elements, empty if none has one.
    var memos: [EncodingMemo?] = []
    var quiet = QuietValue<[Element]>()

    func put(_ memo: EncodingMemo?, at index: Int) {
        if memos.isEmpty {
            if memo == nil { return }
            memos = Array(repeating: nil, count: elements.count)
        }
        memos[index] = memo
    }

    /// Takes the bytes of these elements, which are stored: bytes between members are not copied with a value, and are compared.
    func takeBytes(_ range: Range<Int>, of now: [Element]) {
        let stride = MemoryLayout<Element>.stride
        now.withUnsafeBytes { now in
            elements.withUnsafeMutableBytes { mine in
                let bytes = range.lowerBound * stride..<range.upperBound * stride
                UnsafeMutableRawBufferPointer(rebasing: mine[bytes]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: now[bytes]))
            }
        }
    }
}

extension Array: EncodedByParts where Element: Encodable {
    package func encoded(by place: EncodingPlace) throws -> EncodingMemo? {
        guard place.takes(count) else { return nil }
        try place.check(self)
        let known = place.memo?.parts as? ArrayParts<Element>
        let parts = known ?? ArrayParts<Element>()
        if parts.quiet.isSame(as: self) { return place.memo }
        let common = Swift.min(parts.elements.count, count)
        let head = parts.elements.sameBytes(as: self, common, fromEnd: false)
        if head == count, count == parts.elements.count {
            parts.quiet.stayed(self)
            return place.memo
        }
        parts.quiet.changed()
        let tail = parts.elements.sameBytes(as: self, common - head, fromEnd: true)
        let (oldEnd, newEnd) = (parts.elements.count - tail, count - tail)
        let both = Swift.min(oldEnd, newEnd)
        var editor = EncodedListEditor(parts.list)
        for index in head..<both where !parts.elements.sameBytes(index, in: self) {
            let (encoded, inner) = try place.element(
                self[index], at: index, parts.memos.isEmpty ? nil : parts.memos[index])
            editor.replace(index, with: encoded)
            parts.put(inner, at: index)
            parts.elements[index] = self[index]
            parts.takeBytes(index..<index + 1, of: self)
        }
        for index in (both..<Swift.max(oldEnd, both)).reversed() { editor.remove(at: index) }
        parts.elements.removeSubrange(both..<Swift.max(oldEnd, both))
        if !parts.memos.isEmpty { parts.memos.removeSubrange(both..<Swift.max(oldEnd, both)) }
        if newEnd > both {
            parts.elements.insert(contentsOf: self[both..<newEnd], at: both)
            parts.takeBytes(both..<newEnd, of: self)
            if !parts.memos.isEmpty {
                parts.memos.insert(contentsOf: [EncodingMemo?](repeating: nil, count: newEnd - both), at: both)
            }
            if parts.list.count == 0 {
                var all: [EncodedValue] = []
                for index in both..<newEnd {
                    let (encoded, inner) = try place.element(self[index], at: index)
                    all.append(encoded)
                    parts.put(inner, at: index)
                }
                editor = EncodedListEditor(EncodedList(all))
            } else {
                for index in both..<newEnd {
                    let (encoded, inner) = try place.element(self[index], at: index)
                    editor.insert(encoded, at: index)
                    parts.put(inner, at: index)
                }
            }
        }
        parts.list = editor.finished()
        return EncodingMemo(of: Self.self, .list(parts.list), parts)
    }

    /// How many of so many elements have the same bytes, from the beginning or from the end on.
    private func sameBytes(as other: Self, _ most: Int, fromEnd: Bool) -> Int {
        let stride = MemoryLayout<Element>.stride
        return withUnsafeBytes { mine in
            other.withUnsafeBytes { mine.sameBytes(as: $0, most * stride, fromEnd: fromEnd) / stride }
        }
    }

    private func sameBytes(_ index: Int, in other: Self) -> Bool {
        let stride = MemoryLayout<Element>.stride
        let bytes = index * stride..<(index + 1) * stride
        return withUnsafeBytes { mine in
            other.withUnsafeBytes {
                areSame(UnsafeRawBufferPointer(rebasing: mine[bytes]), UnsafeRawBufferPointer(rebasing: $0[bytes]))
            }
        }
    }
}

private final class DictionaryParts<Key: Hashable, Value> {
    var values: [Key: Value] = [:]
    var found: [Key: (EncodedValue, EncodingMemo?)] = [:]
    var quiet = QuietValue<[Key: Value]>()
}

extension Dictionary: EncodedByParts where Key: Encodable, Value: Encodable {
    package func encoded(by place: EncodingPlace) throws -> EncodingMemo? {
        // Keys of other types are written as a list, in an order that is known when all is encoded.
        guard Key.self == String.self || Key.self == Int.self, place.takes(count) else { return nil }
        try place.check(self)
        let known = place.memo?.parts as? DictionaryParts<Key, Value>
        let parts = known ?? DictionaryParts<Key, Value>()
        if parts.quiet.isSame(as: self) { return place.memo }
        var hasChanged = false
        func take(_ key: Key, _ value: Value) throws {
            if let old = parts.values.index(forKey: key) {
                let isSame = withUnsafeBytes(of: parts.values.values[old]) { old in
                    withUnsafeBytes(of: value) { areSame(old, $0) }
                }
                // A key that is equal may be another text.
                if isSame, Self.name(of: parts.values.keys[old]) == Self.name(of: key) { return }
                parts.values.remove(at: old)
            }
            let old = parts.found.removeValue(forKey: key)
            let new = try place.member(value, named: Self.name(of: key).text, old?.1)
            (parts.values[key], parts.found[key]) = (value, new)
            hasChanged = true
        }
        if let names = place.names {
            for name in names {
                guard let key = (Key.self == String.self ? name : Int(name) as Any) as? Key,
                    let found = index(forKey: key),
                    Self.name(of: self[found].key) == ExactText(name)
                else { continue }
                try take(self[found].key, self[found].value)
            }
        } else {
            for (key, value) in self { try take(key, value) }
        }
        for key in parts.values.keys where self[key] == nil {
            (parts.values[key], parts.found[key]) = (nil, nil)
            hasChanged = true
        }
        guard hasChanged || known == nil else {
            parts.quiet.stayed(self)
            return place.memo
        }
        parts.quiet.changed()
        let members = parts.found.map { EncodedObject.Member(key: Self.name(of: $0.key).text, value: $0.value.0) }
        let object = EncodedObject(members.sorted { ExactText($0.key) < ExactText($1.key) })
        return EncodingMemo(of: Self.self, .object(object), parts)
    }

    /// The name under which a key is written.
    private static func name(of key: Key) -> ExactText { ExactText(key as? String ?? "\(key)") }
}
