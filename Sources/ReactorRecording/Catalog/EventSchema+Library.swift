public import Reactor

extension EventSchema {
    /// Returns the line for a ``Reset`` of a part of the state.
    public static func reset<Target>(_ target: Target.Type, as name: String) -> EventSchema {
        empty(Reset<Target>(), as: name)
    }

    /// Returns the line for the ``Undo`` of a document.
    public static func undo<Document>(_ document: Document.Type, as name: String) -> EventSchema {
        event(Undo<Document>.self, as: name)
    }

    /// Returns the line for the ``Redo`` of a document.
    public static func redo<Document>(_ document: Document.Type, as name: String) -> EventSchema {
        event(Redo<Document>.self, as: name)
    }

    /// Returns the line for the events of a load into a ``RequestStatus`` of this value.
    public static func status<Value: Codable & Sendable>(
        _ value: Value.Type, as name: String, version: Int = 1, upcasting: [Int: Upcaster] = [:]
    ) -> EventSchema {
        event(StatusChange<Value>.self, as: name, version: version, upcasting: upcasting)
    }

    /// Returns the line for an event without content, which does not need to be `Codable`.
    ///
    /// - Parameters:
    ///   - event: The event that is replayed for each recorded one.
    ///   - name: The permanent name in recordings.
    public static func empty<EventType: Event>(_ event: EventType, as name: String) -> EventSchema {
        EventSchema(EventType.self, as: name) { _ in
            .object(JSON.Object())
        } decode: { _ in
            event
        }
    }

    /// Returns the line for the ``Assign`` events of these states. A value is decoded as the type that the state declares for its
    /// name. The receipt of a replayed event is ignored.
    public static func assignments<each Root: AssignableState>(
        of roots: repeat (each Root).Type, as name: String = "assign"
    ) -> EventSchema {
        var all: [any AssignableState.Type] = []
        repeat all.append((each roots).self)
        return assignments(ofAll: all, as: name)
    }

    static func assignments(ofAll roots: [any AssignableState.Type], as name: String = "assign") -> EventSchema {
        var types: [String: (value: any Assign.Value.Type, root: String)] = [:]
        var flaw: CatalogError?
        func add<State: AssignableState>(_ root: State.Type) {
            let rootName = readableName(of: root)
            for name in root.assignables.names {
                guard let value = root.assignables.valueType(of: name) else { continue }
                if let other = types.updateValue((value, rootName), forKey: name) {
                    flaw = CatalogError.duplicateAssignment(name, other.root, rootName)
                }
            }
        }
        for root in roots { add(root) }
        let values = types.mapValues(\.value)
        return EventSchema(Assign.self, as: name, flaw: flaw) { assign in
            var members = JSON.Object()
            members["id"] = .number(JSON.Number(assign.id.number))
            members["name"] = .string(assign.name)
            members["value"] = try JSON(canonicallyEncoding: assign.value, below: 1)
            members["part"] = assign.part.map(JSON.string)
            return .object(members)
        } decode: { payload in
            let json = try JSON(parsing: payload)
            guard let id = json["id"]?.number.flatMap({ UInt64($0.text) }), let name = json["name"]?.string,
                let value = json["value"]
            else { throw Malformed(expected: "id, name and value") }
            guard let type = values[name] else {
                throw Malformed(expected: "one of the names \(values.keys.sorted()), not \"\(name)\"")
            }
            return Assign(
                name: name, value: try JSON.decode(type, from: value.bytes()), id: AssignmentID(number: id),
                part: json["part"]?.string)
        }
    }
}
