import Foundation
import Reactor
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Errors of a client")
struct ServiceErrorTests {
    private struct Thing: Decodable, Sendable {
        let id: Int
        let tags: [String]
    }

    private static func error(
        _ status: Int, _ body: String = "", headers: HeaderFields = [:],
        _ options: RequestOptions = RequestOptions(retry: .never)
    ) async throws -> ServiceError {
        let bench = try Bench { request, _ in .text(status, body, headers: headers, for: request) }
        return try #require(await #expect(throws: ServiceError.self) { try await bench.get(options) })
    }

    @Test("The type of the error of a stream that cannot be read is in the description")
    func streamError() async throws {
        struct CardRemoved: Error {}
        let bench = try Bench { request, _ in .empty(204, for: request) }
        let stream = BodyStream(length: nil) {
            AsyncThrowingStream<Data, any Error> { $0.finish(throwing: CardRemoved()) }
        }
        let request = MutableRequestProperties(.put, "/x", body: .stream(stream))
        let error = await #expect(throws: ServiceError.self) { try await bench.pipeline.send("C.put", request) }
        #expect(error?.description.contains("could not be sent: CardRemoved. ") == true, "\(error.debugDescription)")
    }

    @Test(
        "Each status has one kind",
        arguments: [
            (304, .notModified, .notModified), (302, ServiceError.Problem(status: 302), .unusableAnswer),
            (400, .refused, .refused), (401, .unauthorized, .unauthorized), (403, .forbidden, .refused),
            (404, .notFound, .notFound), (409, .conflict, .conflict), (410, .notFound, .notFound),
            (412, .preconditionFailed, .preconditionFailed), (422, .refused, .refused),
            (429, .throttled, .unavailable), (500, .unavailable, .unavailable), (503, .unavailable, .unavailable),
        ] as [(Int, ServiceError.Problem, ServiceError.Kind)])
    func statuses(status: Int, problem: ServiceError.Problem, kind: ServiceError.Kind) async throws {
        let error = try await Self.error(status)
        #expect(error.problem == problem)
        #expect(error.kind == kind)
        #expect(error.status == status)
        #expect(error.attempts == 1)
    }

    @Test(
        "The service's code and message are read in each common format, and in no other",
        arguments: [
            (#"{"error":{"code":"taken","message":"It is taken."}}"#, "taken", "It is taken."),
            (#"{"code":"taken","message":"It is taken."}"#, "taken", "It is taken."),
            (#"{"code":17}"#, "17", nil),
            (#"{"type":"about:taken","title":"Taken","detail":"It is taken."}"#, "about:taken", "It is taken."),
            (#"{"title":"Taken"}"#, nil, "Taken"),
            (#"{"error":"invalid_grant"}"#, nil, "invalid_grant"),
            ("<html>busy</html>", nil, nil), ("", nil, nil), ("[1]", nil, nil),
        ] as [(String, String?, String?)])
    func said(body: String, code: String?, message: String?) async throws {
        let error = try await Self.error(400, body)
        #expect(error.code == code)
        #expect(error.message == message)
    }

    @Test("A long message of the service is cut, and terminal control characters are escaped")
    func longAndControlled() async throws {
        let long = String(repeating: "a", count: 9_000)
        #expect(try await Self.error(400, #"{"message":"\#(long)"}"#).message?.count == 500)
        let steering = try await Self.error(400, #"{"message":"red \u001b[31m"}"#)
        #expect(!steering.description.contains("\u{1B}"))
        #expect(steering.description.contains(#"red \u{1B}[31m"#))
    }

    @Test("A response in another format is reported with its position, and without its content")
    func unusable() async throws {
        let bench = try Bench { request, _ in .text(200, #"{"id":1,"tags":["a",2]}"#, for: request) }
        let answer = try await bench.get(RequestOptions(requestID: "r-1"))
        let error = #expect(throws: ServiceError.self) { try answer.decoded(as: Thing.self) }
        #expect(error?.problem == .unusableAnswer("tags[1] is not a String"))
        let corrupted = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        #expect(DecodingProblem(corrupted, in: Data("{}".utf8)).description == "the value cannot be read")
    }

    @Test("The raw response is accessible, and the entity's members are members of the response")
    func raw() async throws {
        let bench = try Bench { request, _ in
            .text(200, #"{"id":1,"tags":["a"]}"#, headers: ["X-Cost": "3", "ETag": "\"9\""], for: request)
        }
        let response = try await bench.get().decoded(as: Thing.self)
        #expect(response.id == 1)
        #expect(response.value.tags == ["a"])
        #expect(response.raw.status == 200)
        #expect(response.raw.headers["X-Cost"] == "3")
        #expect(response.etag?.rawValue == "\"9\"")
        #expect(response.map(\.tags).value == ["a"])
    }

    @Test("An unsendable request and an unusable response are described with the gateway's text")
    func fromGateway() async throws {
        let cases: [(GatewayError, ServiceError.Problem, ServiceError.Kind)] = [
            (.connectionFailed(host: "h", reason: "down"), .unreachable, .unavailable),
            (.certificateUntrusted(host: "h"), .unreachable, .unavailable),
            (GatewayError.timedOut(after: .seconds(1)), .timedOut(after: .seconds(1)), .unavailable),
            (GatewayError.stalled(after: .seconds(1)), .timedOut(after: .seconds(1)), .unavailable),
            (GatewayError.bodyTooLarge(limit: 3), .unsendable, .refused),
            (
                .answerTooLarge(status: 200, limit: 3),
                .unusableAnswer("\(GatewayError.answerTooLarge(status: 200, limit: 3))"), .unusableAnswer
            ),
        ]
        for (thrown, problem, kind) in cases {
            let bench = try Bench { _, _ in throw thrown }
            let error = await #expect(throws: ServiceError.self) { try await bench.get(RequestOptions(retry: .never)) }
            #expect(error?.problem == problem)
            #expect(error?.kind == kind)
            #expect(error?.underlying as? GatewayError == thrown)
        }
    }

    @Test("Errors without a client have the same messages as with one, and every key has an English text")
    func explanations() {
        let gone = GatewayError.connectionLost(host: "h")
        #expect(gone.explanation == ServiceError.Problem.unreachable.explanation)
        let others: [any ExplainedError] = [
            CredentialError.empty(credential: "c"), SequenceError.restartedTooOften(step: "s", limit: 1),
        ]
        for message in others.map(\.explanation) {
            #expect(UserMessage.english[message.key] != nil, "\(message.key)")
            #expect(message.recovery.map { UserMessage.english[$0] != nil } ?? true, "\(message)")
        }
    }
}
