import Reactor

/// What is learned of a call on its way, for its error: how often it was sent, and what of it is secret.
final class CallTrace: Sendable {
    private struct Content {
        var sent = 0
        var secrets: Set<String> = []
    }

    private let content = Guarded(Content())

    /// How many attempts were handed to the gateway.
    var sent: Int { content.withLock { $0.sent } }

    /// Takes note of an attempt.
    func willSend(_ request: MutableRequestProperties) {
        let secrets = Redaction.secrets(of: request)
        content.withLock { content in
            content.sent += 1
            content.secrets.formUnion(secrets)
        }
    }

    /// A text of the service without what the call kept secret.
    func redacted(_ text: String) -> String {
        Redaction.redacted(text, of: content.withLock { $0.secrets })
    }
}
