import Foundation
import Reactor
import Testing

@testable import ReactorServices

@Suite("What clients and sequences say to a programmer")
struct ClientErrorMessageTests {
    @Test("Of what is thrown without a client, the same as with one; every key has its English")
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
