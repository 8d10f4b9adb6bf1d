import Reactor

/// The attempts and secrets of a call, for its error.
final class CallTrace: Sendable {
    /// The trace of the call whose request this task submits. The gateway clears it, because requests that it makes in
    /// between, such as a credential's request for a token, are not attempts of the call.
    @TaskLocal static var current: CallTrace?

    private struct Content {
        var sent = 0
        var status: Int?
        var secrets: Set<String> = []
    }

    private let content = Guarded(Content())

    var sent: Int { content.withLock { $0.sent } }

    func willSend(_ request: MutableRequestProperties) {
        content.withLock { content in
            content.sent += 1
            content.status = nil
        }
        carries(request)
    }

    /// Removes an attempt whose credential failed.
    func wasNotSent() { content.withLock { $0.sent -= 1 } }

    func answered(_ status: Int) { content.withLock { $0.status = status } }

    /// The status of the response that led to `error`, or nil if no complete response arrived.
    func status(of error: GatewayError) -> Int? { error.status ?? content.withLock { $0.status } }

    func carries(_ request: MutableRequestProperties) {
        let secrets = Redaction.secrets(of: request)
        if !secrets.isEmpty { content.withLock { $0.secrets.formUnion(secrets) } }
    }

    func redacted(_ text: String) -> String {
        Redaction.redacted(text, of: content.withLock { $0.secrets })
    }
}
