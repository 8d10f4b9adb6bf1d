import Reactor

/// What is learned of a call on its way, for its error: how often it was sent, and what of it is secret.
final class CallTrace: Sendable {
    /// The trace of the call whose request is submitted in this task. The gateway takes it: the requests that it makes on the
    /// way, such as that of a credential for its token, are not attempts of the call.
    @TaskLocal static var current: CallTrace?

    private struct Content {
        var sent = 0
        var status: Int?
        var secrets: Set<String> = []
    }

    private let content = Guarded(Content())

    /// How many attempts were handed to the gateway.
    var sent: Int { content.withLock { $0.sent } }

    /// Takes note of an attempt.
    func willSend(_ request: MutableRequestProperties) {
        content.withLock { content in
            content.sent += 1
            content.status = nil
        }
        carries(request)
    }

    /// Takes back that an attempt was sent: its credential failed.
    func wasNotSent() { content.withLock { $0.sent -= 1 } }

    /// The last attempt was answered.
    func answered(_ status: Int) { content.withLock { $0.status = status } }

    /// The status of the answer to the last attempt, of which `error` was made; nil when none came whole.
    func status(of error: GatewayError) -> Int? { error.status ?? content.withLock { $0.status } }

    /// Takes note of what a request has on it.
    func carries(_ request: MutableRequestProperties) {
        let secrets = Redaction.secrets(of: request)
        if !secrets.isEmpty { content.withLock { $0.secrets.formUnion(secrets) } }
    }

    /// A text of the service without what the call kept secret.
    func redacted(_ text: String) -> String {
        Redaction.redacted(text, of: content.withLock { $0.secrets })
    }
}
