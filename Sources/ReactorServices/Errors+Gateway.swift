/// What a gateway says.
extension Errors {
    /// `GatewayParts.maxActiveRequests` is below 1. The program stops.
    static let maxActiveMustBePositive =
        "CompositedGateway: maxActiveRequests is how many are on their way at once; give at least 1."

    /// `RetrySchedule.attempts` is below 1. The program stops.
    static let attemptsMustBePositive = "RetrySchedule: attempts counts the first one too; give at least 1."

    static func text(_ error: GatewayError) -> String {
        switch error.problem {
        case .invalidBaseURL(let text, let reason): "\"\(text)\" is no base URL: \(problem(reason))"
        case .invalidMethod(let method):
            "\"\(visible(method))\" is no HTTP method. Use letters only, such as GET or PATCH."
        case .invalidPath(let path):
            "The path \"\(path)\" is not under the base URL. Give a path without . and .. in it, encoded "
                + "or not; a whole address goes into MutableRequestProperties(_:url:)."
        case .queryInPath(let path):
            "The path \"\(path)\" is followed by ? or #. Give a query by params:, for example "
                + "get(\"\(path)\", params: [\"page\": 2]); a ? or # that belongs to a name is encoded by PathComponent."
        case .invalidHeaderName(let name):
            "\"\(visible(name))\" is no name of a header field. Use letters, digits and hyphens."
        case .invalidHeaderValue(let name):
            "The value of the header field \(name) has a line break or another control character in it. Remove it, or "
                + "encode the value."
        case .reservedHeader(let name):
            "The header field \(name) belongs to the network, which writes it itself; a second one could hide another request "
                + "in the body (request smuggling). Remove it, also from fields that you forward."
        case .unwrittenBody:
            "The request's body is a value that no preparer has written. Give the gateway a JsonBodyRequestPreparer or a "
                + "FormDataRequestPreparer, or the request bytes."
        case .unwritableForm(let member):
            "The member \"\(visible(member))\" of the request's body is an object or an array of them, which a form "
                + "cannot hold. Send texts, numbers and lists of them, or write the body as JSON."
        case .unusableBoundary(let text):
            "\"\(visible(text))\" is no boundary of a form with files. Use 1 to 70 letters, digits and hyphens, or give none."
        case .boundaryInForm(let part):
            "The given boundary occurs in \(part), which would end there. Give no boundary; the gateway then draws one."
        case .unreadableBody(let path, let reason):
            "\(visible(path)) cannot be read as a request's body: \(reason). Check the path and its permissions."
        case .bodyTooLarge(let limit):
            "The request's body has more than the \(limit) bytes that the gateway's limits allow. Send less, or raise "
                + "GatewayLimits.body."
        case .bodyLengthDiffers(let said, let given):
            "The request's body was to have \(said) bytes and gave \(given) bytes, or more when it was stopped. Leave its "
                + "source unchanged while it is sent, or make the stream without a length."
        case .bodyNotRepeatable:
            "The request's body can be read only once, and was needed again for a redirect or another attempt. Make its "
                + "BodyStream from a file or from a closure that opens it anew."
        case .bodyNotAllowed(let method):
            "This network sends no body with \(visible(method)). Send it with POST, or put it into the query."
        case .submittedFromPreparer:
            "A preparer submitted a request to the gateway that it prepares for, and would wait for itself. Give it "
                + "another gateway."
        default: textOfWay(error)
        }
    }

    private static func textOfWay(_ error: GatewayError) -> String {
        switch error.problem {
        case .connectionFailed(let host, let reason):
            "No connection to \(visible(host)): \(reason). Check the network and the address, and try again."
        case .connectionLost(let host):
            "\(visible(host)) closed the connection before its answer. Try again if the request may arrive twice."
        case .timedOut(let duration):
            "No answer within the timeout of \(duration). Try again, or give the request a longer timeout."
        case .stalled(let duration):
            "Nothing of the request or its answer has moved for \(duration). Try again, or give the request a longer "
                + "stallTimeout."
        case .tooManyRedirects(let limit):
            "More than \(limit) redirects in a row. The server sends requests in a circle; set followRedirects to false "
                + "and look at the answers."
        case .unusableRedirect(let host):
            "\(visible(host)) redirects to an address that is not http or https, or cannot be read. Set followRedirects "
                + "to false to look at the answer."
        case .literalAddressUnsupported(let host):
            "URLSession on Linux cannot connect to the literal IPv6 address \(visible(host)). Use a host name, or "
                + "HTTPClientNetworkAdapter."
        case .pinningUnsupported:
            "This network does not show the server's certificate, so it cannot be pinned. Make the gateway without "
                + "pinning here, or with another NetworkAdapter."
        case .certificateRefused(let host):
            "\(visible(host)) showed no certificate that is pinned. Do not go on; if the server's key was renewed, pin the "
                + "new one."
        case .certificateUntrusted(let host):
            "\(visible(host)) showed a certificate that this machine does not trust for it, and was sent nothing. Check the "
                + "address, and this machine's date. If the server is your own, add the authority that signed its certificate "
                + "to those that the system trusts."
        case .answerTooLarge(let status, let limit, _):
            "The service has done what was asked (\(status)), and its answer has more than the \(limit) bytes allowed. Ask "
                + "for less, or raise GatewayLimits.answer or the request's answerLimit."
        case .undecodableAnswer(let status, let encoding, _):
            "The service has done what was asked (\(status)), and its answer says Content-Encoding: \(visible(encoding)) and is "
                + "not encoded so. Check the service and the proxies before it."
        case .truncatedAnswer(let received, let expected):
            "The answer ended after \(received) bytes\(expected.map { " of \($0)" } ?? ""). Try again."
        case .malformedJSON(let error):
            "The answer is no JSON at \(place(error)). Look at what was sent there, or turn off applyContentTypeParsing."
        case .unreadableAnswer(let host):
            "\(visible(host)) answered with what is no HTTP, or with a header that is too large. Check whether the address "
                + "and its port are those of the service, and what stands between."
        case .unkeptAnswer(let reason):
            "What onBody has not taken yet of the answer cannot be kept: \(visible(reason)). Look at the space on the disk, "
                + "or ask for the answer in parts, by Range."
        default: "The request failed."
        }
    }

    private static func problem(_ problem: GatewayError.BaseURLProblem) -> String {
        switch problem {
        case .noScheme: "it has no scheme. Begin it with https://."
        case .unknownScheme: "its scheme is neither http nor https. Begin it with https://."
        case .noHost: "it names no host. Write one behind the scheme: https://example.com."
        case .badHost:
            "its host is not a name or an address. Write a name such as api.example.com, an IPv4 address, or an IPv6 address in "
                + "brackets: http://[::1]."
        case .badPort: "its port is no number from 1 to 65535."
        case .hasUser: "it has a user or password in it. Send them in a header field that a preparer adds."
        case .hasQuery: "it has a query. Give the query to the requests, or to a DefaultFieldsRequestPreparer."
        case .hasForeignCharacters:
            "it has blanks or characters beyond ASCII in it, or a host with characters that no host has, such as quotes or "
                + "backslashes. Percent-encode them; write the host in its xn-- form."
        }
    }

    /// Where an answer stops being JSON, and why, without showing what stands in it.
    static func place(_ error: JSONError) -> String {
        let reason =
            switch error.reason {
            case .endsEarly(let expected): "it ends where \(expected) should come"
            case .unexpected(_, let expected): "something else stands where \(expected) should come"
            case .trailing: "something follows the value"
            case .invalidUTF8: "these bytes are not UTF-8"
            case .controlCharacter: "a control character stands bare in a string"
            case .invalidEscape: "an escape is not one of JSON's"
            case .loneSurrogate: "half of a surrogate pair"
            case .hugeExponent: "an exponent of more than nine digits"
            case .duplicateKey: "a member comes a second time"
            case .tooDeep(let limit): "more than \(limit) arrays and objects stand in each other"
            }
        return "line \(error.line), column \(error.column) (byte \(error.offset)): \(reason)"
    }
}
