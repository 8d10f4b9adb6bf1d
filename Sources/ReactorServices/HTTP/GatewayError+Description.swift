extension GatewayError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .invalidBaseURL(let text, let reason): "\"\(text)\" is not a base URL: \(reason)"
        case .invalidMethod(let method):
            "\"\(TerminalText.escaped(method))\" is not an HTTP method. Use only letters, for example GET or PATCH."
        case .invalidPath(let path):
            "The path \"\(path)\" is not a path below the base URL. Remove \".\" and \"..\" from it. For a whole address, use "
                + "MutableRequestProperties(_:url:)."
        case .queryInPath(let path):
            "The path \"\(path)\" is followed by ? or #. Pass a query as params:, for example "
                + "get(\"\(path)\", params: [\"page\": 2]). If the ? or # belongs to a name, encode the name with PathComponent."
        case .invalidHeaderName(let name):
            "\"\(TerminalText.escaped(name))\" is not the name of a header field. Use letters, digits and hyphens."
        case .invalidHeaderValue(let name):
            "The value of the header field \(name) contains a line break or another control character. Remove it, or encode "
                + "the value."
        case .reservedHeader(let name):
            "The network adapter writes the header field \(name), and a second one could hide another request in the body "
                + "(request smuggling). Remove the field, also from fields that you forward."
        case .unwrittenBody:
            "The request's body is a value that no preparer has encoded. Add a JsonBodyRequestPreparer or a "
                + "FormDataRequestPreparer to the gateway, or send bytes."
        case .unwritableForm(let member):
            "The member \"\(TerminalText.escaped(member))\" of the request's body is an object or contains objects, and a form "
                + "cannot contain them. Send strings, numbers and lists of them, or send the body as JSON."
        case .unusableBoundary(let text):
            "\"\(TerminalText.escaped(text))\" is not a boundary of a multipart form. Use 1 to 70 letters, digits and hyphens, "
                + "or omit the boundary."
        case .boundaryInForm(let part):
            "The boundary of the multipart form occurs in \(part), which would end there. Omit the boundary; the gateway then "
                + "draws a random one."
        case .unreadableBody(let path, let reason):
            "The file \(TerminalText.escaped(path)) cannot be read as the request's body: \(reason). Check the path and its "
                + "permissions."
        case .bodyTooLarge(let limit):
            "The request's body is larger than the gateway's limit of \(limit) bytes. Send less, or raise GatewayLimits.body."
        case .bodyLengthDiffers(let said, let given):
            "The request's body was declared with \(said) bytes, and its source provided \(given) bytes. Do not change the "
                + "source while it is sent, or create the BodyStream without a length."
        case .bodyNotRepeatable:
            "The request's body can be read only once, and a redirect or another attempt needs it again. Create its BodyStream "
                + "from a file, or from a closure that opens a new stream."
        case .bodyNotAllowed(let method):
            "The network adapter does not send a body with \(TerminalText.escaped(method)). Use POST, or put the values into "
                + "the query."
        case .submittedFromPreparer:
            "Deadlock: a preparer submitted a request to the gateway that it prepares for, and would wait for itself. Give the "
                + "preparer another gateway."
        case .literalAddressUnsupported(let host):
            "URLSession on Linux cannot connect to the literal IPv6 address \(TerminalText.escaped(host)). Use a host name, or "
                + "HTTPClientNetworkAdapter."
        case .pinningUnsupported:
            "The network adapter has no access to the server's certificate, so certificate pinning is not possible. Create the "
                + "gateway without pinning, or with another NetworkAdapter."
        default: transferDescription
        }
    }

    /// The descriptions of problems that occur after a request was sent.
    private var transferDescription: String {
        switch problem {
        case .connectionFailed(let host, let reason):
            "No connection to \(TerminalText.escaped(host)): \(reason). Check the network and the address, and try again."
        case .connectionLost(let host):
            "\(TerminalText.escaped(host)) closed the connection before it responded. Try again if the request may arrive twice."
        case .timedOut(let duration):
            "The request timed out: its response was not complete after \(duration), which includes the time in onBody. Try again, or "
                + "increase the request's timeout."
        case .stalled(let duration):
            "The request stalled: no byte was sent or received for \(duration). Try again, or increase the request's "
                + "stallTimeout."
        case .tooManyRedirects(let limit):
            "The request was redirected more than \(limit) times (redirect loop). Set followRedirects to false, and check the "
                + "responses."
        case .unusableRedirect(let host):
            "\(TerminalText.escaped(host)) redirects to an address that is invalid, or neither http nor https. Set "
                + "followRedirects to false, and check the response."
        case .certificateRefused(let host):
            "The certificate of \(TerminalText.escaped(host)) is not among the pinned ones, so nothing was sent. If the server's "
                + "key was renewed, pin the new key."
        case .certificateUntrusted(let host):
            "This machine does not trust the certificate of \(TerminalText.escaped(host)), so nothing was sent. Check the "
                + "address and this machine's date. If the server is yours, add the authority that signed its certificate to "
                + "the trusted ones of the system."
        case .answerTooLarge(let status, let limit, _):
            "The request succeeded (\(status)), and its response is larger than the limit of \(limit) bytes. Request less, or "
                + "raise GatewayLimits.answer or the request's answerLimit."
        case .undecodableAnswer(let status, let encoding, _):
            "The request succeeded (\(status)), and its response is not in the declared Content-Encoding "
                + "\(TerminalText.escaped(encoding)). Check the server and the proxies in front of it."
        case .truncatedAnswer(let received, let expected):
            "The response ended after \(received)\(expected.map { " of \($0)" } ?? "") bytes. Try again."
        case .malformedJSON(let error):
            "The response is not JSON at \(error.placeAndReason). Check the response, or turn off applyContentTypeParsing."
        case .unreadableAnswer(let host):
            "The response of \(TerminalText.escaped(host)) is not HTTP, or its header is too large. Check that the address and "
                + "the port belong to the service, and check the proxies in front of it."
        case .unkeptAnswer(let reason):
            "The part of the response that onBody has not consumed yet could not be stored: \(TerminalText.escaped(reason)). "
                + "Check the free space on the disk, or request the response in parts with Range."
        default: "The request failed."
        }
    }
}

extension GatewayError.BaseURLProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noScheme: "it has no scheme. Begin it with https://."
        case .unknownScheme: "its scheme is neither http nor https. Begin it with https://."
        case .noHost: "it has no host. Write the host after the scheme: https://example.com."
        case .badHost:
            "its host is neither a name nor an address. Write a name such as api.example.com, an IPv4 address, or an IPv6 "
                + "address in brackets: http://[::1]."
        case .badPort: "its port is not a number from 1 to 65535."
        case .hasUser: "it contains a user or a password. Send them in a header field that a preparer adds."
        case .hasQuery: "it has a query. Pass the query to the requests, or to a DefaultFieldsRequestPreparer."
        case .hasForeignCharacters:
            "it contains blanks, non-ASCII characters, or a host with characters that are invalid in a host, such as quotes "
                + "or backslashes. Percent-encode them, and write the host in its xn-- form."
        }
    }
}

extension JSONError {
    /// The position and the kind of a JSON error, without any content of the response.
    var placeAndReason: String {
        let text =
            switch reason {
            case .endsEarly(let expected): "the text ends before \(expected)"
            case .unexpected(_, let expected): "\(expected) was expected"
            case .trailing: "the value is followed by other text"
            case .invalidUTF8: "the bytes are not UTF-8"
            case .controlCharacter: "a string contains an unescaped control character"
            case .invalidEscape: "an escape sequence is not valid in JSON"
            case .loneSurrogate: "a surrogate pair is incomplete"
            case .hugeExponent: "an exponent has more than nine digits"
            case .duplicateKey: "an object has a member twice"
            case .tooDeep(let limit): "more than \(limit) arrays and objects are nested"
            case .tooLong: "the text has 4 GiB or more"
            }
        return "line \(line), column \(column) (byte \(offset)): \(text)"
    }
}
