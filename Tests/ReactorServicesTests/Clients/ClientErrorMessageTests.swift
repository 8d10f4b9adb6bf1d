import Foundation
import Reactor
import Testing

@testable import ReactorServices

@Suite("User messages of client errors")
struct ClientErrorMessageTests {
    @Test("Errors without a client have the same messages as with one, and every key has an English text")
    func explanations() {
        let gone = GatewayError.connectionLost(host: "h")
        #expect(gone.explanation == ServiceError.Problem.unreachable.explanation)
        let others: [any ExplainedError] = [
            CredentialError(.empty(credential: "c")), SequenceError(.restartedTooOften(step: "s", limit: 1)),
        ]
        for message in others.map(\.explanation) {
            #expect(UserMessage.english[message.key] != nil, "\(message.key)")
            #expect(message.recovery.map { UserMessage.english[$0] != nil } ?? true, "\(message)")
        }
    }
}
