import Reactor

/// How a ``Restored`` is recorded: `{"number":4,"reason":"undo","changes":[{"from":{…},"to":{…}}]}`. What it puts back is in the
/// form that the state has in that version, so the state's upcasters read it.
enum RestoredPayload {
    static let name = "state.restored"

    /// Changes both sides of each change.
    static func map(_ payload: JSON, _ change: (inout JSON) throws -> Void) rethrows -> JSON {
        var payload = payload
        guard let changes = payload["changes"]?.array else { return payload }
        payload["changes"] = .array(
            try changes.map { side in
                var side = side
                for name in ["from", "to"] {
                    guard var state = side[name] else { continue }
                    try change(&state)
                    side[name] = state
                }
                return side
            })
        return payload
    }
}

extension EventSchema {
    /// The ``Restored`` of a state of this version.
    static func restored<StateType: State & Codable>(
        _ state: StateType.Type, as name: String, version: Int, upcasting: [Int: Upcaster]
    ) -> EventSchema {
        EventSchema(
            Restored<StateType>.self, as: name, version: version,
            upcasting: upcasting.mapValues { upcast in { $0 = try RestoredPayload.map($0, upcast) } }
        ) { event in
            var members = JSON.Object()
            members["number"] = .number(JSON.Number(event.number))
            members["reason"] = .string(event.reason.rawValue)
            members["since"] = event.since.map { .number(JSON.Number($0)) }
            members["changes"] = .array(event.differences.map { ["from": $0.from, "to": $0.to] })
            return .object(members)
        } decode: { payload in
            let json = try JSON(parsing: payload)
            guard let number = json["number"]?.number.flatMap({ UInt64($0.text) }),
                let reason = json["reason"]?.string.flatMap(Restored<StateType>.Reason.init(rawValue:)),
                let changes = json["changes"]?.array
            else { throw Malformed(expected: "number, reason and changes") }
            return Restored(
                number: number, reason: reason, since: json["since"]?.number.flatMap { UInt64($0.text) },
                differences: try changes.map { change in
                    guard let from = change["from"], let to = change["to"] else {
                        throw Malformed(expected: "changes with from and to")
                    }
                    return ThreeWayDifference(recordedFrom: from, to: to)
                })
        }
    }
}
