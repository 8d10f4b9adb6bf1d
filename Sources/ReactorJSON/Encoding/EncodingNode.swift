/// What one encoder has written so far.
final class EncodingNode {
    private enum Content {
        case nothing
        case value(JSON)
        case members([JSON.Object.Member])
        case elements([JSON])
    }

    /// Where a nested container's value goes once it is written.
    private enum Place {
        case member(String)
        case element(Int)
    }

    /// What was encoded the last time, when that is remembered.
    let memory: EncodingMemory?
    private let path: EncodingPath
    private var content = Content.nothing
    private var nested: [(place: Place, node: EncodingNode)] = []

    init(_ memory: EncodingMemory?, _ path: EncodingPath) {
        self.memory = memory
        self.path = path
    }

    /// A value of its own, in the place of what was written before.
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

    /// A node that a nested container writes to, for as long as this one is written.
    func nest(as key: String, _ path: EncodingPath) -> EncodingNode {
        let node = EncodingNode(memory, path)
        put(.null, as: key)
        nested.append((.member(key), node))
        return node
    }

    func nest(_ path: EncodingPath) -> EncodingNode {
        let node = EncodingNode(memory, path)
        nested.append((.element(count), node))
        append(.null)
        return node
    }

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    /// What was written, the members in the order of their names. A member written twice has its last value.
    ///
    /// - Throws: `EncodingError` when it stands in more arrays and objects than can be read.
    func finished() throws -> JSON {
        if case .value(let json) = content { return json }
        guard path.takesContainer else { throw path.refusal(of: "", Errors.tooDeep(limit: JSON.depthLimit)) }
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
