import Reactor
import ReactorOffline
import Testing

@testable import ReactorServices

@Suite("What the user reads about what goes on offline")
struct ExplanationTests {
    @Test("Every key has its English, and a refused change says what a refused call does")
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
