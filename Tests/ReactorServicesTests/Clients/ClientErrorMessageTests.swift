import Foundation
import Reactor
import Testing

@testable import ReactorServices

@Suite("What clients and sequences say to a programmer")
struct ClientErrorMessageTests {
    private func error(
        _ problem: ServiceError.Problem, attempts: Int = 1, status: Int? = nil, code: String? = nil,
        message: String? = nil,
        retryAfter: Duration? = nil, underlying: (any Error)? = nil
    ) -> String {
        ServiceError(
            problem: problem, operation: "WeightClient.get", requestID: "r-1", attempts: attempts, status: status,
            code: code, message: message, retryAfter: retryAfter, underlying: underlying
        ).description
    }

    @Test("Of a call, by each reason")
    func reasons() {
        #expect(
            error(.notFound, status: 404, code: "unknown", message: "No such weight")
                == "WeightClient.get found nothing (404, code \"unknown\"): No such weight. Check whether it was deleted, or "
                + "its key is wrong. Request r-1.")
        #expect(
            error(.unreachable, attempts: 4, underlying: GatewayError.connectionFailed(host: "h", reason: "refused"))
                == "WeightClient.get had no answer: No connection to h: refused. Check the network and the address, and "
                + "try again. Request r-1, sent 4 times.")
        #expect(
            error(.unreachable)
                == "WeightClient.get had no answer. Try again when there is a connection. Request r-1.")
        #expect(
            error(.timedOut(after: .seconds(5)), attempts: 2)
                == "WeightClient.get took longer than its 5.0 seconds. Try again, or give the call more time. Request r-1, "
                + "sent 2 times.")
        #expect(
            error(.authenticationFailed, attempts: 0, underlying: CredentialError(.empty(credential: "The API key")))
                == "WeightClient.get was not sent: its credential could not be obtained. The API key is empty. Give the one "
                + "that the service handed out. Sign in again, or look why the credential cannot be renewed. Request r-1, "
                + "sent 0 times.")
        #expect(
            error(.preconditionFailed, status: 412)
                == "WeightClient.get was refused: the service has another version than the call wants (412). Read it "
                + "again, and repeat the change on what is there. Request r-1.")
        #expect(
            error(.preconditionFailed, attempts: 2, status: 412)
                == "WeightClient.get was refused: the service has another version than the call wants (412). Read it "
                + "again before you repeat the change: an earlier attempt, whose answer was lost, may have made it. "
                + "Request r-1, sent 2 times.")
        #expect(
            error(.throttled, status: 429, retryAfter: .seconds(90))
                == "WeightClient.get was refused: too many requests for now (429). Try again after 90.0 "
                + "seconds. Request r-1.")
        #expect(
            error(.unavailable, status: 503)
                == "WeightClient.get failed at the service (503). Try again later. Request r-1.")
        #expect(
            error(.unusableAnswer("tags[1] is no String"), status: 200)
                == "WeightClient.get was answered with what this client does not understand: tags[1] is no String (200). "
                + "Check whether the client speaks the version that the service has. Request r-1.")
        #expect(
            error(.unsendable, attempts: 0)
                == "WeightClient.get could not be sent. Mend the request. The service may have received nothing of it. Request r-1, "
                + "sent 0 times.")
    }

    @Test("Of a call, to the person in front of the screen, without a code or a name of ours")
    func userMessages() {
        let reasons: [ServiceError.Problem] = [
            .unsendable, .authenticationFailed, .unreachable, .timedOut(after: .seconds(1)), .unauthorized, .forbidden,
            .notFound, .conflict, .preconditionFailed, .notModified, .throttled, .refused, .unavailable,
            .unusableAnswer("x"),
        ]
        #expect(
            Set(reasons.map { Errors.userMessage($0.explanation) }) == [
                "This did not work. Please report it if it happens again.",
                "You are not signed in any more. Please sign in again.",
                "There is no connection to the service. Please try again later.",
                "The service does not answer now. Please try again later.", "You are not allowed to do this.",
                "This is not there any more.", "This was changed elsewhere meanwhile. Please look at it again.",
                "Nothing has changed.", "Too many requests. Please wait a moment.",
            ])
    }

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

    @Test("Of credentials, connection strings, keys and lists")
    func parts() {
        #expect(
            CredentialError(.unusableCharacter(credential: "The API key")).description
                == "The API key holds a blank, a line break or another character that no header field may hold. Cut off "
                + "what was copied with it.")
        #expect(
            ConnectionStringError(.malformed(part: 2)).description
                == "Part 2 of the connection string is not Name=value. Copy the whole string again, from the tool that "
                + "showed it.")
        #expect(
            ConnectionStringError(.repeated(part: 3)).description
                == "Part 3 of the connection string has the name of an earlier one. Keep one of them.")
        #expect(
            ConnectionStringError(.missing(name: "Key")).description
                == "The connection string has no value for Key. Copy the whole string again, from the tool that showed it."
        )
        #expect(
            PathComponentError(.empty).description
                == "The key is empty, and its path would name the whole collection. Give the key of one entity.")
        #expect(
            PathComponentError(.dots).description
                == "The key has \".\" or \"..\" between slashes in it, which a path takes for another place. Give the "
                + "entity another key.")
        #expect(
            PagingError.circle.description
                == "The list goes in a circle: a page names a next page that was read before. Report it to whoever runs the "
                + "service; what was read so far is right.")
    }

    @Test("Of sequences")
    func sequences() {
        let texts: [(SequenceError.Problem, String)] = [
            (
                .otherSequence(expected: "a/b", found: "c/d"),
                "The record is of another sequence: it has an answer to c/d, and this one has a/b there. Give a sequence "
                    + "its own record, or begin anew with an empty one."
            ),
            (
                .unknownDestination("moon", step: "s", known: ["storage", "api"]),
                "The step \"s\" goes to \"moon\", which the runner does not know. Give it that destination, or use one "
                    + "of: api, storage."
            ),
            (
                .addressOutsideDestination("api", step: "s"),
                "The step \"s\" goes to an address of its own at \"api\", which has a server and a credential; it was not "
                    + "sent, so that the credential goes nowhere else. Use a path, or a destination made with .addresses."
            ),
            (
                .pathWithoutServer("storage", step: "s"),
                "The step \"s\" goes to a path at \"storage\", which has no server of its own. Use a whole address, or a "
                    + "destination made with .server."
            ),
            (
                .invalidAddress("storage", step: "s"),
                "The step \"s\" goes to \"storage\" at what is no http or https address. Look at the answer that it was "
                    + "read from."
            ),
            (
                .restartedTooOften(step: "s", limit: 2),
                "The step \"s\" was refused as expired, and the sequence has begun again 2 times already. Look at the "
                    + "clocks of both sides, or make the step faster."
            ),
            (
                .unusableAnswer(step: "s", reason: "it has no body"),
                "The answer to \"s\" is no good: it has no body. Check whether the service speaks the version that the "
                    + "sequence was written for."
            ),
        ]
        for (problem, text) in texts { #expect(SequenceError(problem).description == text) }
    }
}
