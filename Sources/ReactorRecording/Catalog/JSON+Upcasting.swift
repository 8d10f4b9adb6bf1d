/// What upcasters do most often.
extension JSON {
    /// Gives a member of this object another name, in its place. Without one of the old name nothing changes.
    public mutating func rename(_ old: String, to new: String) {
        guard let object, let value = object[old] else { return }
        let members = object.members.filter { $0.key != new }.map { member in
            member.key == old ? Object.Member(key: new, value: value) : member
        }
        self = .object(Object(distinct: members))
    }

    /// Gives this object a member, unless it has one of this name.
    public mutating func add(_ name: String, _ value: JSON) {
        if self[name] == nil { self[name] = value }
    }

    /// Takes a member away.
    public mutating func remove(_ name: String) { self[name] = nil }

    /// Changes every element of the array of this name, or every value of the object.
    public mutating func forEach(in name: String, _ body: (inout JSON) throws -> Void) rethrows {
        func changed(_ json: JSON) throws -> JSON {
            var json = json
            try body(&json)
            return json
        }
        switch self[name] {
        case .array(let elements): self[name] = .array(try elements.map(changed))
        case .object(let object): self[name] = .object(try object.mapValues { try changed($0.value) })
        default: return
        }
    }
}
