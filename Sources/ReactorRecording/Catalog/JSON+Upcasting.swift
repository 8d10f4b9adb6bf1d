/// Common operations of upcasters.
extension JSON {
    /// Renames a member of this object, in its place. Does nothing if there is no member with the old name, or if both names are
    /// equal. An existing member with the new name is replaced.
    public mutating func rename(_ old: String, to new: String) {
        guard old != new, let object, let value = object[old] else { return }
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

    /// Changes the document and every earlier or undone version of it in this ``Undoable``, in an upcaster of a state.
    ///
    /// ```swift
    /// let catalog = EventCatalog<Editor>(
    ///     version: 2, upcasting: [1: { $0["note"]?.forEachDocument { $0.rename("text", to: "body") } }], events: [])
    /// struct Editor: State, Codable { mutating func react(to event: any Event) {} }
    /// ```
    public mutating func forEachDocument(_ body: (inout JSON) throws -> Void) rethrows {
        func change(_ step: inout JSON) throws {
            guard var document = step["document"] else { return }
            try body(&document)
            step["document"] = document
        }
        try change(&self)
        for steps in ["done", "undone"] { try forEach(in: steps, change) }
    }

    /// Changes every value of this query, in an upcaster of a state, or the value in this event of a query, in an upcaster of the
    /// events.
    ///
    /// ```swift
    /// let ofEvents: Upcaster = { $0.forEachQueryValue { $0.rename("title", to: "headline") } }
    /// let ofState: Upcaster = { $0["posts"]?.forEachQueryValue { $0.rename("title", to: "headline") } }
    /// ```
    public mutating func forEachQueryValue(_ body: (inout JSON) throws -> Void) rethrows {
        func change(_ holder: inout JSON, _ name: String) throws {
            guard var value = holder[name], value != .null else { return }
            try body(&value)
            holder[name] = value
        }
        try forEach(in: "entries") { try change(&$0, "value") }
        guard var kind = self["kind"], var arrived = kind["arrived"] else { return }
        try change(&arrived, "_2")
        kind["arrived"] = arrived
        self["kind"] = kind
    }

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
