import Testing

@testable import ReactorServices

@Suite("What the gateway says to a programmer")
struct GatewayErrorTextTests {
    @Test("Of a request that cannot be sent")
    func requests() {
        expect([
            (.invalidMethod("A B"), "\"A B\" is no HTTP method. Use letters only, such as GET or PATCH."),
            (
                .invalidPath("/../a"),
                "The path \"/../a\" is not under the base URL. Give a path without . and .. in it, encoded or "
                    + "not; a whole address goes into MutableRequestProperties(_:url:)."
            ),
            (
                .queryInPath("/a"),
                "The path \"/a\" is followed by ? or #. Give a query by params:, for example get(\"/a\", params: "
                    + "[\"page\": 2]); a ? or # that belongs to a name is encoded by PathComponent."
            ),
            (
                .reservedHeader(name: "Host"),
                "The header field Host belongs to the network, which writes it itself; a second one could hide another "
                    + "request in the body (request smuggling). Remove it, also from fields that you forward."
            ),
            (
                .boundaryInForm(part: "the field \"note\""),
                "The given boundary occurs in the field \"note\", which would end there. Give no boundary; the gateway then "
                    + "draws one."
            ),
            (
                .literalAddressUnsupported(host: "[::1]"),
                "URLSession on Linux cannot connect to the literal IPv6 address [::1]. Use a host name, or "
                    + "HTTPClientNetworkAdapter."
            ),
            (
                .invalidHeaderName("a\nb"),
                "\"a\\nb\" is no name of a header field. Use letters, digits and hyphens."
            ),
            (
                .invalidHeaderValue(name: "X-A"),
                "The value of the header field X-A has a line break or another control character in it. Remove it, or "
                    + "encode the value."
            ),
            (
                .unwrittenBody,
                "The request's body is a value that no preparer has written. Give the gateway a "
                    + "JsonBodyRequestPreparer or a FormDataRequestPreparer, or the request bytes."
            ),
            (
                .unwritableForm(member: "o"),
                "The member \"o\" of the request's body is an object or an array of them, which a form cannot hold. "
                    + "Send texts, numbers and lists of them, or write the body as JSON."
            ),
            (
                .unreadableBody(path: "/x", reason: "it is gone"),
                "/x cannot be read as a request's body: it is gone. Check the path and its permissions."
            ),
            (
                .bodyTooLarge(limit: 5),
                "The request's body has more than the 5 bytes that the gateway's limits allow. Send less, or raise "
                    + "GatewayLimits.body."
            ),
            (
                .bodyLengthDiffers(said: 5, given: 3),
                "The request's body was to have 5 bytes and gave 3 bytes, or more when it was stopped. Leave its source "
                    + "unchanged while it is sent, or make the stream without a length."
            ),
            (
                .bodyNotRepeatable,
                "The request's body can be read only once, and was needed again for a redirect or another attempt. "
                    + "Make its BodyStream from a file or from a closure that opens it anew."
            ),
            (
                .bodyNotAllowed(method: "GET"),
                "This network sends no body with GET. Send it with POST, or put it into the query."
            ),
            (
                .submittedFromPreparer,
                "A preparer submitted a request to the gateway that it prepares for, and would wait for itself. Give it "
                    + "another gateway."
            ),
        ])
    }

    @Test("Of the way to the server and back")
    func way() {
        expect([
            (
                .connectionFailed(host: "a", reason: "nobody listens"),
                "No connection to a: nobody listens. Check the network and the address, and try again."
            ),
            (
                .connectionLost(host: "a"),
                "a closed the connection before its answer. Try again if the request may arrive twice."
            ),
            (
                .stalled(after: .seconds(3)),
                "Nothing of the request or its answer has moved for 3.0 seconds. Try again, or give the request a longer "
                    + "stallTimeout."
            ),
            (
                .unreadableAnswer(host: "a"),
                "a answered with what is no HTTP, or with a header that is too large. Check whether the address and its "
                    + "port are those of the service, and what stands between."
            ),
            (
                .timedOut(after: .seconds(2)),
                "No answer within the timeout of 2.0 seconds. Try again, or give the request a longer timeout."
            ),
            (
                .tooManyRedirects(limit: 20),
                "More than 20 redirects in a row. The server sends requests in a circle; set followRedirects to false "
                    + "and look at the answers."
            ),
            (
                .unusableRedirect(host: "a"),
                "a redirects to an address that is not http or https, or cannot be read. Set followRedirects to false "
                    + "to look at the answer."
            ),
            (
                .pinningUnsupported,
                "This network does not show the server's certificate, so it cannot be pinned. Make the gateway without "
                    + "pinning here, or with another NetworkAdapter."
            ),
            (
                .certificateRefused(host: "a"),
                "a showed no certificate that is pinned. Do not go on; if the server's key was renewed, pin the new one."
            ),
            (
                .certificateUntrusted(host: "a"),
                "a showed a certificate that this machine does not trust for it, and was sent nothing. Check the address, "
                    + "and this machine's date. If the server is your own, add the authority that signed its "
                    + "certificate to those that the system trusts."
            ),
            (
                .answerTooLarge(status: 200, limit: 9),
                "The service has done what was asked (200), and its answer has more than the 9 bytes allowed. Ask for less, or "
                    + "raise GatewayLimits.answer or the request's answerLimit."
            ),
            (
                .undecodableAnswer(status: 201, encoding: "gzip"),
                "The service has done what was asked (201), and its answer says Content-Encoding: gzip and is not encoded so. "
                    + "Check the service and the proxies before it."
            ),
            (.truncatedAnswer(received: 3, expected: 9), "The answer ended after 3 bytes of 9. Try again."),
            (.truncatedAnswer(received: 3, expected: nil), "The answer ended after 3 bytes. Try again."),
            (
                .unkeptAnswer(reason: "it cannot be written"),
                "What onBody has not taken yet of the answer cannot be kept: it cannot be written. Look at the space on the "
                    + "disk, or ask for the answer in parts, by Range."
            ),
        ])
    }

    @Test(
        "Of a base URL, by what is wrong with it",
        arguments: [
            (.noScheme, "it has no scheme. Begin it with https://."),
            (.unknownScheme, "its scheme is neither http nor https. Begin it with https://."),
            (.noHost, "it names no host. Write one behind the scheme: https://example.com."),
            (
                .badHost,
                "its host is not a name or an address. Write a name such as api.example.com, an IPv4 address, or an IPv6 "
                    + "address in brackets: http://[::1]."
            ),
            (.badPort, "its port is no number from 1 to 65535."),
            (.hasUser, "it has a user or password in it. Send them in a header field that a preparer adds."),
            (.hasQuery, "it has a query. Give the query to the requests, or to a DefaultFieldsRequestPreparer."),
            (
                .hasForeignCharacters,
                "it has blanks or characters beyond ASCII in it, or a host with characters that no host has, such as quotes or "
                    + "backslashes. Percent-encode them; write the host in its xn-- form."
            ),
        ] as [(GatewayError.BaseURLProblem, String)])
    func baseURLs(problem: GatewayError.BaseURLProblem, text: String) {
        #expect("\(GatewayError(.invalidBaseURL("x", reason: problem)))" == "\"x\" is no base URL: \(text)")
    }

    @Test(
        "Of an answer that is not JSON, with the place and without what stands there",
        arguments: [
            ("{\"a\"", "line 1, column 5 (byte 4): it ends where a colon should come"),
            ("{\n \"a\": oops}", "line 2, column 7 (byte 8): something else stands where a value should come"),
            ("1 2", "line 1, column 3 (byte 2): something follows the value"),
            ("\"\u{1}\"", "line 1, column 2 (byte 1): a control character stands bare in a string"),
            (#""\x""#, "line 1, column 2 (byte 1): an escape is not one of JSON's"),
            (#""\ud800""#, "line 1, column 2 (byte 1): half of a surrogate pair"),
            ("1e1234567890", "line 1, column 3 (byte 2): an exponent of more than nine digits"),
            (
                String(repeating: "[", count: 513),
                "line 1, column 513 (byte 512): more than 512 arrays and objects stand in each other"
            ),
        ])
    func json(text: String, place: String) throws {
        let error = try #require(throws: JSONError.self) { try JSON(parsingAnswer: text.utf8) }
        #expect(
            "\(GatewayError(.malformedJSON(error)))"
                == "The answer is no JSON at \(place). Look at what was sent there, or turn off applyContentTypeParsing."
        )
    }

    @Test("Of an answer that is not UTF-8, or of a recording that names a member twice")
    func jsonBytes() throws {
        let bytes = try #require(throws: JSONError.self) { try JSON(parsingAnswer: [0x22, 0xFF, 0x22]) }
        #expect(Errors.place(bytes) == "line 1, column 2 (byte 1): these bytes are not UTF-8")
        let twice = try #require(throws: JSONError.self) { try JSON(parsing: #"{"a":1,"a":2}"#) }
        #expect(Errors.place(twice) == "line 1, column 8 (byte 7): a member comes a second time")
    }

    @Test("Of a gateway without places, and of a schedule without attempts")
    func places() {
        #expect(
            Errors.attemptsMustBePositive == "RetrySchedule: attempts counts the first one too; give at least 1.")
        #expect(
            Errors.maxActiveMustBePositive
                == "CompositedGateway: maxActiveRequests is how many are on their way at once; give at least 1.")
    }

    @Test("An address is shown without its user, password, query and fragment, and without control characters")
    func addresses() {
        #expect(Errors.withoutSecrets("https://u:p@a/b?c=d#e") == "https://…@a/b")
        #expect(Errors.withoutSecrets("https://a/\u{1B}[2J\u{9B}") == "https://a/\\u{1B}[2J\\u{9B}")
    }

    private func expect(_ texts: [(GatewayError.Problem, String)]) {
        for (problem, text) in texts { #expect("\(GatewayError(problem))" == text) }
    }
}
