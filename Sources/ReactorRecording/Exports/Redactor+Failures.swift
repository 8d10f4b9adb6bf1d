/// The errors of commands. Their texts can contain secrets, too.
extension Redactor {
    /// Redacts the payload of an event, and removes these secrets from the text of a failure in it.
    ///
    /// - Parameter secrets: The secrets of the recording, or nil if they are not at hand. The texts of a failure are then
    ///   removed as a whole, because they can contain any secret.
    func payload(_ json: JSON, of event: String, knowing secrets: Set<String>?) -> JSON {
        var payload = Self.blotted(json, paths(of: event))
        guard var failure = payload.failure else { return payload }
        if let secrets, failure["error"] == json.failure?["error"] {
            if let message = failure["message"]?.string {
                failure["message"] = .string(Self.scrubbed(message, secrets))
            }
            if let explanation = failure["explanation"], Self.holds(explanation, secrets) {
                failure["explanation"] = nil
            }
        } else {
            failure["message"] = Self.mark
            failure["explanation"] = nil
        }
        if failure != payload.failure { payload["outcome"] = ["failed": failure] }
        return payload
    }

    /// Redacts the payload of an event, and removes known secrets and those of the state after it from the text of an error.
    package func payload(_ json: JSON, of event: String, seenWith state: JSON, knowing secrets: Set<String>) -> JSON {
        payload(json, of: event, knowing: json.failure == nil ? [] : secrets.union(self.secrets(inState: state)))
    }

    /// Returns the texts and numbers at secret paths of a state.
    package func secrets(inState json: JSON) -> Set<String> { Self.secrets(json, Self.blotted(json, state)) }

    /// Returns the texts and numbers at secret paths of a payload.
    package func secrets(in payload: JSON, of event: String) -> Set<String> {
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
