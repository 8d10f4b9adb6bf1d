public import Reactor
import ReactorServices

/// Why a change is not pushed any further: the service refused a step of it, or a step cannot be sent.
public struct ChangeRefusal: Hashable, Codable, Sendable {
    /// The step; nil when the change could not say what to send.
    public let step: String?
    /// The status of the answer; nil when there was none.
    public let status: Int?
    /// The service's own name for the error.
    public let code: String?
    /// What the service, or this library, says about it. Nothing in it is secret.
    public let message: String?

    /// A refusal.
    package init(step: String?, status: Int? = nil, code: String? = nil, message: String? = nil) {
        self.step = step
        self.status = status
        self.code = code
        self.message = message
    }
}

extension ChangeRefusal: CustomStringConvertible {
    public var description: String { Errors.refusal(self) }
}

extension ChangeRefusal {
    /// What the user reads about a change that the service did not take.
    public var explanation: UserMessage { status.map { ServiceError.Problem(status: $0).explanation } ?? .failed }
}
