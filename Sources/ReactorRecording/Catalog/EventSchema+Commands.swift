public import Reactor

extension EventSchema {
    /// Returns the line for the ends of commands. Add it only to list `failures`, or to use another name.
    ///
    /// An error is recorded with the name of its type, its description, and its message for the user. It is replayed as a
    /// ``RecordedFailure`` with the same texts. List an error in `failures` if the state depends on its type; it is then recorded
    /// as a value.
    ///
    /// ```swift
    /// struct OfflineError: Error, Codable {}
    /// let ended = EventSchema.commandEnded(failures: [.failure(OfflineError.self, as: "offline")])
    /// ```
    public static func commandEnded(
        as name: String = "command.ended", failures: [FailureSchema] = []
    ) -> EventSchema {
        let byName = Dictionary(failures.map { ($0.name, $0) }) { first, _ in first }
        let twice = failures.map(\.name).first { name in failures.count { $0.name == name } > 1 }
        return EventSchema(CommandEnded.self, as: name, flaw: twice.map { CatalogError.duplicateFailure($0) }) {
            ended in
            var json: JSON = [
                "command": .string(ended.command), "launch": .number(JSON.Number(ended.launch)),
                "outcome": try json(ended.unreadOutcome, failures),
            ]
            if let id = ended.id { json["id"] = .string(id.name) }
            if let row = ended.row { json["row"] = .string(row) }
            return json
        } decode: { payload in
            let json = try JSON(parsing: payload)
            guard let launch = json["launch"]?.number.flatMap({ UInt64($0.text) }),
                let command = json["command"]?.string, let outcome = json["outcome"]
            else { throw Malformed(expected: "launch, command and outcome") }
            return CommandEnded(
                launch: launch, id: json["id"]?.string.map { CommandID($0) }, command: command,
                outcome: try read(outcome, byName), row: json["row"]?.string)
        }
    }

    private static func json(_ outcome: CommandOutcome, _ failures: [FailureSchema]) throws -> JSON {
        switch outcome {
        case .finished: return "finished"
        case .cancelled: return "cancelled"
        case .dropped: return "dropped"
        case .failed(let error):
            var failure: JSON = [
                "kind": .string(readableName(of: Swift.type(of: error))), "message": .string("\(error)"),
            ]
            if let error = error as? RecordedFailure { failure["kind"] = .string(error.kind) }
            if let explanation = (error as? any ExplainedError)?.explanation, explanation != .unexpected {
                failure["explanation"] = try JSON(canonicallyEncoding: explanation)
            }
            if let schema = failures.first(where: { $0.type == Swift.type(of: error) }) {
                failure["as"] = .string(schema.name)
                failure["error"] = try schema.encode(error)
            }
            return ["failed": failure]
        }
    }

    private static func read(_ outcome: JSON, _ failures: [String: FailureSchema]) throws -> CommandOutcome {
        switch outcome.string {
        case "finished": return .finished
        case "cancelled": return .cancelled
        case "dropped": return .dropped
        default: break
        }
        guard let failure = outcome["failed"], let kind = failure["kind"]?.string,
            let message = failure["message"]?.string
        else { throw Malformed(expected: "finished, failed, cancelled or dropped") }
        if let name = failure["as"]?.string {
            guard let schema = failures[name], let error = failure["error"] else {
                throw Malformed(expected: "a failure that is listed, not \"\(name)\"")
            }
            return .failed(try schema.decode(error.bytes()))
        }
        let explanation = try failure["explanation"].map { try JSON.decode(UserMessage.self, from: $0.bytes()) }
        return .failed(RecordedFailure(kind: kind, message: message, explanation: explanation ?? .unexpected))
    }
}

/// A type of command error that is recorded as a value, so that a state can depend on its type.
public struct FailureSchema: Sendable {
    let name: String
    let type: any Error.Type
    let encode: @Sendable (any Error) throws -> JSON
    let decode: @Sendable ([UInt8]) throws -> any Error

    /// Returns the line for errors of a type, under a permanent name.
    public static func failure<Failure: Error & Codable>(_ type: Failure.Type, as name: String) -> FailureSchema {
        FailureSchema(name: name, type: type) { error in
            guard let error = error as? Failure else { throw Malformed(expected: "a \(type)") }
            // The failure is three levels deep in the event.
            return try JSON(canonicallyEncoding: error, below: 3)
        } decode: { bytes in
            try JSON.decode(Failure.self, from: bytes)
        }
    }
}

/// The error of a command in a replay.
public struct RecordedFailure: ExplainedError, Hashable, Sendable, CustomStringConvertible {
    /// The type name of the error.
    package let kind: String
    /// The description of the error.
    package let message: String
    /// The message of the error for the user.
    public let explanation: UserMessage

    /// Creates a failure with these texts.
    package init(kind: String, message: String, explanation: UserMessage = .unexpected) {
        self.kind = kind
        self.message = message
        self.explanation = explanation
    }

    /// The description of the original error, so that a state which stores this text is replayed without a difference.
    public var description: String { message }
}

/// The error of a payload that is JSON of another shape.
struct Malformed: Error, CustomStringConvertible {
    let expected: String

    var description: String { "the value should contain \(expected)." }
}
