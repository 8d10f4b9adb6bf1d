/// Common operations of upcasters.
extension JSON {
    /// Renames a member of this object, in its place. Does nothing if there is no member with the old name.
    public mutating func rename(_ old: String, to new: String) {
        guard let object, let value = object[old] else { return }
        let members = object.members.filter { $0.key != new }.map { member in
            member.key == old ? Object.Member(key: new, value: value) : member
        }
        self = .object(Object(distinct: members))
    }

    /// Adds a member to this object, unless it has one with this name.
    public mutating func add(_ name: String, _ value: JSON) {
        if self[name] == nil { self[name] = value }
    }

    /// Removes a member.
    public mutating func remove(_ name: String) { self[name] = nil }

    /// Changes every element of the array, or every value of the object, with this name.
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
