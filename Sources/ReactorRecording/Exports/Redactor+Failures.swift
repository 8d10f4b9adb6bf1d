/// The errors of commands. Their texts can contain secrets, too.
extension Redactor {
    /// Removes these secrets, and the redacted parts of the error itself, from the text of a failure in an event's payload.
    func withoutSecrets(_ payload: JSON, before: JSON, _ secrets: Set<String>) -> JSON {
        guard var failure = payload.failure else { return payload }
        if failure["error"] != before.failure?["error"] {
            failure["message"] = Self.mark
            failure["explanation"] = nil
        }
        if let message = failure["message"]?.string {
            failure["message"] = .string(Self.scrubbed(message, secrets))
        }
        if let explanation = failure["explanation"], Self.holds(explanation, secrets) { failure["explanation"] = nil }
        guard failure != payload.failure else { return payload }
        var payload = payload
        payload["outcome"] = ["failed": failure]
        return payload
    }

    /// Redacts the payload of an event, and removes secrets of the state after it from the text of an error.
    package func payload(_ json: JSON, of event: String, seenWith state: JSON) -> JSON {
        let blotted = payload(json, of: event)
        return json.failure == nil ? blotted : withoutSecrets(blotted, before: blotted, secrets(inState: state))
    }

    /// Returns the texts and numbers at secret paths of a state.
    func secrets(inState json: JSON) -> Set<String> { Self.secrets(json, Self.blotted(json, state)) }

    /// Returns the texts and numbers at secret paths of a payload.
    func secrets(in payload: JSON, of event: String) -> Set<String> {
        Self.secrets(payload, Self.blotted(payload, paths(of: event)))
    }

    /// Returns the texts and numbers that the redacted value does not contain.
    private static func secrets(_ json: JSON, _ blotted: JSON) -> Set<String> {
        guard json != blotted else { return [] }
        switch (json, blotted) {
        case (.object(let left), .object(let right)):
            return left.members.reduce(into: []) { secrets, member in
                if let other = right[member.key] { secrets.formUnion(Self.secrets(member.value, other)) }
            }
        case (.array(let left), .array(let right)):
            return zip(left, right).reduce(into: []) { $0.formUnion(Self.secrets($1.0, $1.1)) }
        default: return json.leaves
        }
    }

    private static func scrubbed(_ text: String, _ secrets: Set<String>) -> String {
        secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, secret in
            text.replacing(secret, with: mark.string ?? "")
        }
    }

    private static func holds(_ json: JSON, _ secrets: Set<String>) -> Bool {
        json.leaves.contains { leaf in secrets.contains { leaf.contains($0) } }
    }
}

extension JSON {
    /// The failure of the command, if this is a recorded end of a command.
    var failure: JSON? {
        guard let failure = self["outcome"]?["failed"], failure["kind"] != nil, failure["message"] != nil else {
            return nil
        }
        return failure
    }

    /// The texts and numbers in the value, without very common ones.
    fileprivate var leaves: Set<String> {
        switch self {
        case .null, .bool: []
        case .string(let text): text.utf8.count < 3 ? [] : [text]
        case .number(let number): number.text.utf8.count < 3 ? [] : [number.text]
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.leaves) }
        case .object(let object): object.members.reduce(into: []) { $0.formUnion($1.value.leaves) }
        }
    }
}
