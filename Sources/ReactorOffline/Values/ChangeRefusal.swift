public import Reactor
import ReactorServices

/// The reason why a change became a dead letter: the service refused a step, or a step cannot be sent.
public struct ChangeRefusal: Hashable, Codable, Sendable {
    /// The step, or nil if the change did not describe a request.
    public let step: String?
    /// The status of the response, or nil without a response.
    public let status: Int?
    /// The service's code for the error.
    public let code: String?
    /// The message of the service or of Reactor. It contains no secrets.
    public let message: String?

    package init(step: String?, status: Int? = nil, code: String? = nil, message: String? = nil) {
        self.step = step
        self.status = status
        self.code = code
        self.message = message
    }
}

extension ChangeRefusal: CustomStringConvertible {
    public var description: String {
        var text = step.map { "The step \"\(TerminalText.escaped($0))\" was refused" } ?? "The change was refused"
        let details = [status.map(String.init), code.map { "code \"\(TerminalText.escaped($0))\"" }].compactMap { $0 }
        if !details.isEmpty { text += " (\(details.joined(separator: ", ")))" }
        text += message.map { ": \(TerminalText.escaped($0))" } ?? ""
        if !text.hasSuffix(".") { text += "." }
        return text + " Edit the change, retry it, or drop it."
    }
}

extension ChangeRefusal {
    /// Creates the refusal of a step that could not be sent. An unknown error is reported by its type, because its text
    /// can contain a secret.
    init(step: String?, unsent error: any Error) {
        self.init(step: step, message: error is SequenceError ? "\(error)" : "it could not be sent: \(loggable(error))")
    }

    /// Returns the message of a sequence that cannot continue after a response.
    static func unusable(_ error: any Error) -> String {
        error is SequenceError
            ? "\(error)" : "its response, or the stored part of it, is not usable: \(loggable(error))"
    }

    /// Returns the message of a change whose `requests`, or whose first step, threw. The app's own error is shown,
    /// because no credential and no response existed at that point.
    static func undescribed(_ error: any Error) -> String {
        var reason = "\(error)"
        if case EncodingError.invalidValue(_, let context) = error {
            reason = ([context.codingPath.map(\.stringValue).joined(separator: ".")] + [context.debugDescription])
                .filter { !$0.isEmpty }.joined(separator: ": ")
        }
        return "its requests could not be described: \(reason)"
    }
}

extension ChangeRefusal {
    /// The message for the user about a change that the service refused.
    public var explanation: UserMessage { status.map { ServiceError.Problem(status: $0).explanation } ?? .failed }
}
