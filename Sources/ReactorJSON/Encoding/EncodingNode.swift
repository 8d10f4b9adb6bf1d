/// The output of one encoder so far.
final class EncodingNode {
    private enum Content {
        case nothing
        case value(JSON)
        case members([JSON.Object.Member])
        case elements([JSON])
    }

    /// The destination of a nested container's value.
    private enum Place {
        case member(String)
        case element(Int)
    }

    /// The memory of the values from the previous encoding, if any.
    private let memory: PlaceMemory?
    /// Whether all members are encoded.
    private let isWhole: Bool
    private let path: EncodingPath
    private var content = Content.nothing
    private var nested: [(place: Place, node: EncodingNode)] = []
    /// The values that are not plain JSON, by their positions in the content, where null replaces them.
    private var large: [(index: Int, value: EncodedValue)] = []

    init(_ path: EncodingPath, _ memory: PlaceMemory? = nil, isWhole: Bool = false) {
        self.memory = memory
        self.isWhole = isWhole
        self.path = path
    }

    /// Whether a member with this name is encoded.
    func takes(_ key: String) -> Bool { isWhole || memory?.takes(key, at: path.depth) ?? true }

    private func isWhole(_ key: String) -> Bool { isWhole || memory?.isWhole(key, at: path.depth) ?? false }

    func put<Value: Encodable>(_ value: Value, at path: @autoclosure () -> EncodingPath) throws {
        guard let memory else { return put(try JSON.encoded(value, at: path())) }
        switch try memory.encoded(value, isWhole: isWhole, at: path()) {
        case .json(let json): put(json)
        case let other:
            put(.null)
            large = [(0, other)]
        }
    }

    /// - Returns: The JSON, or an empty array for a value that is not plain JSON.
    @discardableResult
    func put<Value: Encodable>(
        _ value: Value, as key: String, at path: @autoclosure () -> EncodingPath
    ) throws -> JSON {
        let json: JSON
        if let memory {
            switch try memory.encoded(value, isWhole: isWhole(key), at: path()) {
            case .json(let small): json = small
            case let other:
                put(.null, as: key)
                large.append((memberCount - 1, other))
                return []
            }
        } else {
            json = try JSON.encoded(value, at: path())
        }
        put(json, as: key)
        return json
    }

    func append<Value: Encodable>(_ value: Value, at path: @autoclosure () -> EncodingPath) throws {
        guard let memory else { return append(try JSON.encoded(value, at: path())) }
        switch try memory.encoded(value, isWhole: isWhole, at: path()) {
        case .json(let json): append(json)
        case let other:
            large.append((count, other))
            append(.null)
        }
    }

    /// Replaces the content with a single value.
    func put(_ json: JSON) { replace(with: .value(json)) }

    func becomeObject() {
        if case .members = content { return }
        var members: [JSON.Object.Member] = []
        members.reserveCapacity(4)
        replace(with: .members(members))
    }

    func becomeArray() {
        if case .elements = content { return }
        replace(with: .elements([]))
    }

    private func replace(with content: Content) {
        self.content = content
        nested = []
        large = []
    }

    func put(_ json: JSON, as key: String) {
        guard case .members(var members) = content else { return }
        content = .nothing
        members.append(JSON.Object.Member(key: key, value: json))
        content = .members(members)
        guard !nested.isEmpty else { return }
        nested.removeAll {
            guard case .member(let other) = $0.place else { return false }
            return ExactText(other) == ExactText(key)
        }
    }

    func append(_ json: JSON) {
        guard case .elements(var elements) = content else { return }
        content = .nothing
        elements.append(json)
        content = .elements(elements)
    }

    /// Creates a node for a nested container, which can write until this node is finished.
    func nest(as key: String, _ path: EncodingPath) -> EncodingNode {
        let node = EncodingNode(path, memory, isWhole: isWhole(key))
        put(.null, as: key)
        nested.append((.member(key), node))
        return node
    }

    func nest(_ path: EncodingPath) -> EncodingNode {
        let node = EncodingNode(path, memory, isWhole: isWhole)
        nested.append((.element(count), node))
        append(.null)
        return node
    }

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }
    private var memberCount: Int { if case .members(let members) = content { members.count } else { 0 } }

    /// Returns the content, with sorted members. The last value of a repeated member counts.
    ///
    /// - Throws: `EncodingError` if it is nested too deeply.
    func finished() throws -> JSON {
        if case .value(let json) = content { return json }
        guard path.takesContainer else { throw path.tooDeep("") }
        for (place, node) in nested { fill(place, try node.finished()) }
        switch content {
        case .nothing: return .object(JSON.Object())
        case .value(let json): return json
        case .elements(let elements): return .array(elements)
        case .members(let members): return .object(Self.distinct(members))
        }
    }

    private func fill(_ place: Place, _ json: JSON) {
        switch (place, content) {
        case (.member(let key), .members(var members)):
            members.append(JSON.Object.Member(key: key, value: json))
            content = .members(members)
        case (.element(let index), .elements(var elements)):
            elements[index] = json
            content = .elements(elements)
        default: return
        }
    }

    private static func distinct(_ members: [JSON.Object.Member]) -> JSON.Object {
        let sorted = JSON.Object(distinct: members).sortedMembers
        func isRepeated(_ index: Int) -> Bool {
            index + 1 < sorted.count && ExactText(sorted[index].key) == ExactText(sorted[index + 1].key)
        }
        guard sorted.indices.contains(where: isRepeated) else { return JSON.Object(distinct: sorted) }
        return JSON.Object(distinct: sorted.indices.filter { !isRepeated($0) }.map { sorted[$0] })
    }
}

extension EncodingNode {
    /// Returns the content of ``finished()`` with the values that are not plain JSON.
    ///
    /// - Parameter order: The order of the members in the previous encoding, which is usually the same.
    func finished(_ order: inout MemberOrder?) throws -> EncodedValue {
        if case .value(let json) = content { return large.first?.value ?? .json(json) }
        guard path.takesContainer else { throw path.tooDeep("") }
        for (place, node) in nested {
            var order: MemberOrder?
            switch (place, try node.finished(&order)) {
            case (_, .json(let json)): fill(place, json)
            case (.member, let other):
                fill(place, .null)
                large.append((memberCount - 1, other))
            case (.element(let index), let other): large.append((index, other))
            }
        }
        switch content {
        case .nothing: return .json(.object(JSON.Object()))
        case .value(let json): return .json(json)
        case .elements(let elements):
            guard !large.isEmpty else { return .json(.array(elements)) }
            var all = elements.map { EncodedValue.json($0) }
            for (index, value) in large { all[index] = value }
            return .list(EncodedList(all))
        case .members(let members):
            let places = MemberOrder.places(of: members, &order)
            guard !large.isEmpty else { return .json(.object(JSON.Object(distinct: places.map { members[$0] }))) }
            var all = members.map { EncodedObject.Member(key: $0.key, value: .json($0.value)) }
            for (index, value) in large { all[index].value = value }
            return .object(EncodedObject(places.map { all[$0] }))
        }
    }
}

/// The sorted order of an object's names, which is only computed again for other names.
final class MemberOrder {
    private let keys: [String]
    /// The position of each member in the sorted order; of a repeated name, the last position.
    private let places: [Int]

    private init(_ members: [JSON.Object.Member]) {
        keys = members.map(\.key)
        let sorted = members.indices.sorted { left, right in
            let (leftKey, rightKey) = (ExactText(members[left].key), ExactText(members[right].key))
            return leftKey == rightKey ? left < right : leftKey < rightKey
        }
        places = sorted.indices.filter { place in
            place + 1 == sorted.count
                || ExactText(members[sorted[place]].key) != ExactText(members[sorted[place + 1]].key)
        }.map { sorted[$0] }
    }

    static func places(of members: [JSON.Object.Member], _ order: inout MemberOrder?) -> [Int] {
        if let order, order.keys.count == members.count,
            members.indices.allSatisfy({ ExactText(order.keys[$0]) == ExactText(members[$0].key) })
        {
            return order.places
        }
        let new = MemberOrder(members)
        order = new
        return new.places
    }
}
