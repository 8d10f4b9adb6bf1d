/// What one encoder has written so far.
final class EncodingNode {
    enum Content {
        case nothing
        case value(JSON)
        case members([(key: String, item: Item)])
        case elements([Item])
    }

    /// A finished value, or one that a nested container still writes.
    enum Item {
        case json(JSON)
        case node(EncodingNode)

        var json: JSON {
            switch self {
            case .json(let json): json
            case .node(let node): node.json
            }
        }
    }

    private(set) var content = Content.nothing

    /// A value of its own, in the place of what was written before.
    func put(_ json: JSON) { content = .value(json) }

    func becomeObject() {
        if case .members = content { return }
        content = .members([])
    }

    func becomeArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    func put(_ item: Item, as key: String) {
        guard case .members(var members) = content else { return }
        content = .nothing
        members.append((key, item))
        content = .members(members)
    }

    func append(_ item: Item) {
        guard case .elements(var elements) = content else { return }
        content = .nothing
        elements.append(item)
        content = .elements(elements)
    }

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    /// What was written, the members in the order of their names. A member written twice has its last value.
    var json: JSON {
        switch content {
        case .nothing: return .object(JSON.Object())
        case .value(let json): return json
        case .elements(let elements): return .array(elements.map(\.json))
        case .members(let members):
            var distinct: [JSON.Object.Member] = []
            distinct.reserveCapacity(members.count)
            let sorted = members.enumerated().sorted { left, right in
                let (first, second) = (ExactText(left.element.key), ExactText(right.element.key))
                return first == second ? left.offset < right.offset : first < second
            }
            for (_, member) in sorted {
                if let last = distinct.last, ExactText(last.key) == ExactText(member.key) { distinct.removeLast() }
                distinct.append(JSON.Object.Member(key: member.key, value: member.item.json))
            }
            return .object(JSON.Object(distinct: distinct))
        }
    }
}
