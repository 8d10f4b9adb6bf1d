/// An encoder for consecutive states, which only encodes the changed parts.
///
/// A value without a long list is stored, and compared by its bytes, because `==` can ignore a member or treat two spellings of a
/// text as equal. Changing a stored value copies it, so a long list is not stored. Its elements are, so a reducer can change the
/// list in place. Changes inside of a class are not detected.
package final class StateEncoding {
    private var root: EncodingMemo?
    private var kinds: [ObjectIdentifier: Bool] = [:]
    /// The number of members that were left out so far.
    private var leftOut = 0
    /// The members to encode at each level; nil means all members of a level. The inner levels of all members but the first of a
    /// level are encoded as a whole.
    private let way: [[String]?]

    /// The length from which the elements of a list or dictionary are stored separately.
    fileprivate let shortest: Int

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - way: The members to encode at each level; nil means all members of a level. The inner levels of all members but the
    ///     first of a level are encoded as a whole.
    ///   - shortest: The length from which the elements of a list are stored separately.
    package init(along way: [[String]?] = [], shortest: Int = 17) {
        self.way = way
        self.shortest = shortest
    }

    /// Returns the encoding of a state.
    ///
    /// - Throws: The errors of `JSON(canonicallyEncoding:)`.
    package func encoded(_ state: some Encodable) throws -> EncodedValue {
        do {
            let (encoded, memo) = try encoded(state, root, .stored, at: EncodingPath())
            root = memo
            return encoded
        } catch {
            // The memo of a part can be newer than the memo of the whole.
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
            // Encoding a single text or number is faster than comparing it.
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

    /// Whether a member with this name is encoded.
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

/// The mode in which a value is encoded.
struct EncodingMode {
    /// Whether a value without a long list is stored for a comparison.
    var stores: Bool
    /// Whether all of its members are encoded.
    var isWhole = false

    static let stored = EncodingMode(stores: true)
}

/// The encoding of a value, with the data for encoding only its changes.
package class EncodingMemo {
    fileprivate let type: Any.Type
    package let encoded: EncodedValue
    /// The data of a container about its parts.
    package let parts: AnyObject?
    /// The memos of the values inside, in the order in which they were encoded.
    fileprivate let inner: [EncodingMemo?]
    fileprivate let order: MemberOrder?

    /// Creates the memo of a container with data about its parts.
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

/// The memos of the values inside a value, from the previous and the current encoding.
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

/// Whether these bytes of two values of one type are equal.
private func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.sameBytes(as: right, right.count) == right.count
}

extension UnsafeRawBufferPointer {
    /// Returns the number of equal bytes, from the start or from the end.
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

/// A container that detects which of its parts have changed.
package protocol EncodedByParts: Encodable {
    /// Returns the encoding with its memo, or nil to be encoded as any other value.
    func encoded(by place: EncodingPlace) throws -> EncodingMemo?
}

/// The context in which a container is encoded.
package struct EncodingPlace {
    fileprivate let encoding: StateEncoding
    /// The memo of the previous container of this type at this place.
    package let memo: EncodingMemo?
    fileprivate let path: EncodingPath
    fileprivate let mode: EncodingMode

    /// Whether storing the elements of a container of this length is worthwhile.
    package func takes(_ count: Int) -> Bool { count >= encoding.shortest }

    /// Returns the encoding of an element, and its memo if it is not plain JSON.
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

    /// Returns the encoding of a value in place of the container itself.
    package func content<Value: Encodable>(_ value: Value, _ memo: EncodingMemo?) throws -> (
        EncodedValue, EncodingMemo?
    ) {
        try encoding.encoded(value, memo, EncodingMode(stores: true, isWhole: mode.isWhole), at: path.inside)
    }

    fileprivate var names: [String]? { mode.isWhole ? nil : encoding.names(at: path.depth) }

    /// - Throws: `EncodingError` if the container is nested too deeply.
    package func check(_ value: some Encodable) throws {
        guard !path.isTooDeep, path.takesContainer else {
            throw path.tooDeep(value)
        }
    }
}

/// A value that is stored while it changes rarely, so that an unchanged value is found by its address.
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

    /// Notes that the value has not changed.
    mutating func stayed(_ value: Value) {
        count += 1
        if count > 16 { stored = value }
    }

    mutating func changed() { self = QuietValue() }
}

private final class ArrayParts<Element: Encodable> {
    /// The elements, each stored separately.
    var elements: [Element] = []
    var list = EncodedList([])
    /// The memos of the elements, or empty if none has one.
    var memos: [EncodingMemo?] = []
    var quiet = QuietValue<[Element]>()

    func put(_ memo: EncodingMemo?, at index: Int) {
        if memos.isEmpty {
            if memo == nil { return }
            memos = Array(repeating: nil, count: elements.count)
        }
        memos[index] = memo
    }

    /// Copies the bytes of stored elements: a copy of a value does not copy the padding between members, which is compared.
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

    /// Returns the number of elements with equal bytes, from the start or from the end.
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
        // Keys of other types are written as a list, whose order is only known at the end.
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
                // An equal key can be another text.
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

    /// Returns the name under which a key is written.
    private static func name(of key: Key) -> ExactText { ExactText(key as? String ?? "\(key)") }
}
