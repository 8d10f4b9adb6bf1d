import Testing

@testable import ReactorServices

@Suite("The errors of the gateway")
struct GatewayErrorTests {
    @Test(
        "Every problem has one of five kinds",
        arguments: [
            (
                .unsendable,
                [
                    .invalidBaseURL("x", reason: .noHost), .invalidMethod("A B"), .invalidPath("/.."),
                    .queryInPath("/a"),
                    .reservedHeader(name: "Host"), .boundaryInForm(part: "p"),
                    .literalAddressUnsupported(host: "[::1]"),
                    .invalidHeaderName("a b"), .invalidHeaderValue(name: "a"), .unwrittenBody, .unusableBoundary(""),
                    .unwritableForm(member: "m"), .unreadableBody(path: "/p", reason: "r"), .bodyTooLarge(limit: 1),
                    .bodyLengthDiffers(said: 1, given: 2), .bodyNotRepeatable, .bodyNotAllowed(method: "GET"),
                    .submittedFromPreparer, .pinningUnsupported,
                ]
            ),
            (
                .unreachable,
                [
                    .connectionFailed(host: "h", reason: "r"), .connectionLost(host: "h"),
                    .truncatedAnswer(received: 1, expected: nil), .unreadableAnswer(host: "h"),
                ]
            ),
            (.timedOut, [.timedOut(after: .seconds(1)), .stalled(after: .seconds(1))]),
            (.certificateUntrusted, [.certificateRefused(host: "h"), .certificateUntrusted(host: "h")]),
            (
                .unusableAnswer,
                [
                    .tooManyRedirects(limit: 1), .unusableRedirect(host: "h"), .answerTooLarge(status: 200, limit: 1),
                    .unkeptAnswer(reason: "r"), .undecodableAnswer(status: 200, encoding: "gzip"),
                ]
            ),
        ] as [(GatewayError.Kind, [GatewayError])])
    func kinds(kind: GatewayError.Kind, errors: [GatewayError]) throws {
        let json = try #require(throws: JSONError.self) { try JSON(parsing: "?") }
        for error in errors + (kind == .unusableAnswer ? [.malformedJSON(json)] : []) {
            #expect(error.kind == kind, "\(error)")
            #expect(error.isTransient == [.unreachable, .timedOut].contains(kind), "\(error)")
            #expect(error.status == ("\(error)".contains("succeeded (200)") ? 200 : nil), "\(error)")
        }
    }

    @Test("An address is shown without its user, password, query and fragment, and without control characters")
    func addresses() {
        #expect(HiddenText.address("https://u:p@a/b?c=d#e") == "https://…@a/b")
        #expect(HiddenText.address("https://a/\u{1B}[2J\u{9B}") == "https://a/\\u{1B}[2J\\u{9B}")
    }
}
