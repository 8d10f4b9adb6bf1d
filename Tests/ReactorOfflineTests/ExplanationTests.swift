import Reactor
import ReactorOffline
import Testing

@testable import ReactorServices

@Suite("User messages of offline changes")
struct ExplanationTests {
    @Test("Every key has an English text, and a refused change has the message of a refused call")
    func english() {
        let errors: [any ExplainedError] = [
            ChangeQueueError.journalEnded(reason: "r"), ServerEnvironmentError.unknown("x", known: []),
            ServerEnvironmentError.notEntered("x", current: nil),
        ]
        for message in errors.map(\.explanation) + [ChangeRefusal(step: nil).explanation] {
            #expect(UserMessage.english[message.key] != nil, "\(message.key)")
            #expect(message.recovery.map { UserMessage.english[$0] != nil } ?? true, "\(message)")
        }
        #expect(ChangeRefusal(step: nil, status: 403).explanation == ServiceError.Problem.forbidden.explanation)
        #expect(ChangeQueueError.closed.explanation == .unexpected)
    }
}
