/// The errors of commands. An error says of itself what it likes, so a secret may stand in its text too.
extension Redactor {
    /// An event's payload in which the text of a failure says nothing that was taken out of the error itself, nor any of
    /// these secrets.
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

    /// The payload of an event with its secrets blotted out, and those of the state after it taken out of what an error
    /// says.
    package func payload(_ json: JSON, of event: String, seenWith state: JSON) -> JSON {
        let blotted = payload(json, of: event)
        return json.failure == nil ? blotted : withoutSecrets(blotted, before: blotted, secrets(inState: state))
    }

    /// The texts and numbers that stand where something secret is named.
    func secrets(inState json: JSON) -> Set<String> { Self.secrets(json, Self.blotted(json, state)) }

    /// The texts and numbers that stand where something secret is named.
    func secrets(in payload: JSON, of event: String) -> Set<String> {
        Self.secrets(payload, Self.blotted(payload, paths(of: event)))
    }

    /// What is in the one and blotted out of the other.
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
    /// How the command failed, when this is what a recording holds of the end of a command.
    var failure: JSON? {
        guard let failure = self["outcome"]?["failed"], failure["kind"] != nil, failure["message"] != nil else {
            return nil
        }
        return failure
    }

    /// The texts and numbers in it, but for those that stand everywhere.
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
