/// An error that prevents a request from being sent, or a response from being received or read.
///
/// Branch on its ``kind``. The description contains the problem and a fix, and no secrets.
///
/// ```swift
/// func isWorthAnotherTry(_ error: any Error) -> Bool {
///     switch (error as? GatewayError)?.kind {
///     case .unreachable, .timedOut: true
///     case .unsendable, .certificateUntrusted, .unusableAnswer, nil: false
///     }
/// }
/// ```
///
/// A ``NetworkAdapter`` creates its errors with the static functions of this type.
public struct GatewayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The categories of errors, by the reaction that they require.
    public enum Kind: Hashable, Sendable {
        /// The request cannot be sent: an address, a field or a body is invalid, or the network does not support a part
        /// of the gateway. Another attempt fails, too.
        case unsendable
        /// No connection was made, the connection was lost, or its content is not HTTP. Another attempt may succeed.
        case unreachable
        /// The response did not arrive in time, or no byte was transferred for too long. Another attempt may succeed.
        case timedOut
        /// The server's certificate is not pinned or not trusted by the system. Nothing was sent.
        case certificateUntrusted
        /// A response arrived and cannot be used. The server may have carried out the request.
        case unusableAnswer
    }

    /// The category of the error.
    public let kind: Kind
    /// The problem and a fix.
    public let description: String
    /// The status of a response that was too large or could not be decoded. It is a success status, so the server
    /// carried out the request.
    public private(set) var status: Int?
    /// The content type of that response, or nil if it is unknown.
    private(set) var type: String?
    /// The time limit that was exceeded.
    private(set) var limit: Duration?
    /// The connection that failed.
    private var connection: Connection?

    private struct Connection: Hashable {
        let host: String
        let reason: String
    }

    private init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// Returns this error with another text of the network adapter, which can contain the whole address.
    func masked(_ mask: (String) -> String) -> GatewayError {
        guard let connection else { return self }
        return .connectionFailed(host: connection.host, reason: mask(connection.reason))
    }
}

// MARK: - Requests that cannot be sent

extension GatewayError {
    /// The text of the base URL has no user, password or query.
    static func invalidBaseURL(_ text: String, reason: BaseURLProblem) -> GatewayError {
        GatewayError(.unsendable, "\"\(text)\" is not a base URL: \(reason.text)")
    }

    package static func invalidMethod(_ method: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "\"\(TerminalText.escaped(method))\" is not an HTTP method. Use only letters, for example GET or PATCH.")
    }

    /// The path leaves the base URL with `.` or `..`, is an absolute address, or cannot form a URL. It has no query.
    package static func invalidPath(_ path: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The path \"\(path)\" is not a path below the base URL. Remove \".\" and \"..\" from it. For a whole address, use "
                + "MutableRequestProperties(_:url:).")
    }

    /// - Parameter path: The path up to its first `?` or `#`.
    package static func queryInPath(_ path: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The path \"\(path)\" is followed by ? or #. Pass a query as params:, for example "
                + "get(\"\(path)\", params: [\"page\": 2]). If the ? or # belongs to a name, encode the name with PathComponent."
        )
    }

    package static func invalidHeaderName(_ name: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "\"\(TerminalText.escaped(name))\" is not the name of a header field. Use letters, digits and hyphens.")
    }

    package static func invalidHeaderValue(name: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The value of the header field \(name) contains a line break or another control character. Remove it, or encode "
                + "the value.")
    }

    /// The network adapter sets this field, which frames or routes the message.
    package static func reservedHeader(name: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The network adapter writes the header field \(name), and a second one could hide another request in the body "
                + "(request smuggling). Remove the field, also from fields that you forward.")
    }

    /// The body is a ``RequestBody/value(_:)`` that no preparer has encoded.
    package static let unwrittenBody = GatewayError(
        .unsendable,
        "The request's body is a value that no preparer has encoded. Add a JsonBodyRequestPreparer or a "
            + "FormDataRequestPreparer to the gateway, or send bytes.")

    /// The member is an object or contains arrays or objects. It is empty if the body is not an object.
    package static func unwritableForm(member: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The member \"\(TerminalText.escaped(member))\" of the request's body is an object or contains objects, and a form "
                + "cannot contain them. Send strings, numbers and lists of them, or send the body as JSON.")
    }

    /// The boundary of a ``RequestBody/multipart(_:boundary:)`` is empty, longer than 70 characters, or has an invalid
    /// character.
    package static func unusableBoundary(_ text: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "\"\(TerminalText.escaped(text))\" is not a boundary of a multipart form. Use 1 to 70 letters, digits and hyphens, "
                + "or omit the boundary.")
    }

    /// The boundary of a form with files occurs in this part of the form.
    package static func boundaryInForm(part: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The boundary of the multipart form occurs in \(part), which would end there. Omit the boundary; the gateway then "
                + "draws a random one.")
    }

    /// The body's file cannot be opened, read or written.
    package static func unreadableBody(path: String, reason: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The file \(TerminalText.escaped(path)) cannot be read as the request's body: \(reason). Check the path and its "
                + "permissions.")
    }

    /// The request's body exceeds ``GatewayLimits/body``.
    package static func bodyTooLarge(limit: Int) -> GatewayError {
        GatewayError(
            .unsendable,
            "The request's body is larger than the gateway's limit of \(limit) bytes. Send less, or raise GatewayLimits.body."
        )
    }

    /// The body's source has more or fewer bytes than declared. `given` is the number of bytes that were read.
    package static func bodyLengthDiffers(said: Int, given: Int) -> GatewayError {
        GatewayError(
            .unsendable,
            "The request's body was declared with \(said) bytes, and its source provided \(given) bytes. Do not change the "
                + "source while it is sent, or create the BodyStream without a length.")
    }

    package static let bodyNotRepeatable = GatewayError(
        .unsendable,
        "The request's body can be read only once, and a redirect or another attempt needs it again. Create its BodyStream "
            + "from a file, or from a closure that opens a new stream.")

    package static func bodyNotAllowed(method: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "The network adapter does not send a body with \(TerminalText.escaped(method)). Use POST, or put the values into "
                + "the query.")
    }

    /// A preparer submitted a request to its own gateway, and would wait for itself.
    package static let submittedFromPreparer = GatewayError(
        .unsendable,
        "Deadlock: a preparer submitted a request to the gateway that it prepares for, and would wait for itself. Give the "
            + "preparer another gateway.")

    package static func literalAddressUnsupported(host: String) -> GatewayError {
        GatewayError(
            .unsendable,
            "URLSession on Linux cannot connect to the literal IPv6 address \(TerminalText.escaped(host)). Use a host name, or "
                + "HTTPClientNetworkAdapter.")
    }

    /// Certificates are pinned, and the network adapter has no access to the server's certificate.
    package static let pinningUnsupported = GatewayError(
        .unsendable,
        "The network adapter has no access to the server's certificate, so certificate pinning is not possible. Create the "
            + "gateway without pinning, or with another NetworkAdapter.")

    /// A reason why an address is not a base URL.
    struct BaseURLProblem: Hashable {
        let text: String

        private init(_ text: String) { self.text = text }

        static let noScheme = BaseURLProblem("it has no scheme. Begin it with https://.")
        static let unknownScheme = BaseURLProblem("its scheme is neither http nor https. Begin it with https://.")
        static let noHost = BaseURLProblem("it has no host. Write the host after the scheme: https://example.com.")
        static let badHost = BaseURLProblem(
            "its host is neither a name nor an address. Write a name such as api.example.com, an IPv4 address, or an IPv6 "
                + "address in brackets: http://[::1].")
        static let badPort = BaseURLProblem("its port is not a number from 1 to 65535.")
        static let hasUser = BaseURLProblem(
            "it contains a user or a password. Send them in a header field that a preparer adds.")
        static let hasQuery = BaseURLProblem(
            "it has a query. Pass the query to the requests, or to a DefaultFieldsRequestPreparer.")
        /// The address has a blank, a control or non-ASCII character, or its host has a character that is invalid in
        /// hosts.
        static let hasForeignCharacters = BaseURLProblem(
            "it contains blanks, non-ASCII characters, or a host with characters that are invalid in a host, such as quotes "
                + "or backslashes. Percent-encode them, and write the host in its xn-- form.")
    }
}

// MARK: - Connections and timeouts

extension GatewayError {
    /// Creates the error for a connection that failed, or for another failure before the response began.
    public static func connectionFailed(host: String, reason: String) -> GatewayError {
        var error = GatewayError(
            .unreachable,
            "No connection to \(TerminalText.escaped(host)): \(reason). Check the network and the address, and try again."
        )
        error.connection = Connection(host: host, reason: reason)
        return error
    }

    /// Creates the error for a connection that the server closed before its response began.
    public static func connectionLost(host: String) -> GatewayError {
        GatewayError(
            .unreachable,
            "\(TerminalText.escaped(host)) closed the connection before it responded. Try again if the request may arrive twice."
        )
    }

    /// The response was not complete before this timeout.
    package static func timedOut(after limit: Duration) -> GatewayError {
        exceeded(
            limit,
            "The request timed out: its response was not complete after \(limit), which includes the time in onBody. Try again, or "
                + "increase the request's timeout.")
    }

    /// No byte was transferred for ``MutableRequestProperties/stallTimeout``.
    package static func stalled(after limit: Duration) -> GatewayError {
        exceeded(
            limit,
            "The request stalled: no byte was sent or received for \(limit). Try again, or increase the request's "
                + "stallTimeout.")
    }

    private static func exceeded(_ limit: Duration, _ description: String) -> GatewayError {
        var error = GatewayError(.timedOut, description)
        error.limit = limit
        return error
    }

    package static func tooManyRedirects(limit: Int) -> GatewayError {
        GatewayError(
            .unusableAnswer,
            "The request was redirected more than \(limit) times (redirect loop). Set followRedirects to false, and check the "
                + "responses.")
    }

    /// A redirect to an address that is invalid or neither `http` nor `https`.
    package static func unusableRedirect(host: String) -> GatewayError {
        GatewayError(
            .unusableAnswer,
            "\(TerminalText.escaped(host)) redirects to an address that is invalid, or neither http nor https. Set "
                + "followRedirects to false, and check the response.")
    }

    /// Creates the error for a server that presented no pinned certificate or key, or for a request that was not
    /// `https`.
    public static func certificateRefused(host: String) -> GatewayError {
        GatewayError(
            .certificateUntrusted,
            "The certificate of \(TerminalText.escaped(host)) is not among the pinned ones, so nothing was sent. If the server's "
                + "key was renewed, pin the new key.")
    }

    /// Creates the error for a certificate that the system does not trust. Nothing was sent.
    public static func certificateUntrusted(host: String) -> GatewayError {
        GatewayError(
            .certificateUntrusted,
            "This machine does not trust the certificate of \(TerminalText.escaped(host)), so nothing was sent. Check the "
                + "address and this machine's date. If the server is yours, add the authority that signed its certificate to "
                + "the trusted ones of the system.")
    }
}

// MARK: - Responses

extension GatewayError {
    /// Creates the error for a successful response that exceeds the request's ``MutableRequestProperties/answerLimit``.
    ///
    /// - Parameters:
    ///   - status: The status of the response, a success.
    ///   - limit: The limit in bytes.
    ///   - type: Its `Content-Type`. It distinguishes a response of the service, which means that the server did the
    ///     request, from a captive portal.
    public static func answerTooLarge(status: Int, limit: Int, type: String? = nil) -> GatewayError {
        unread(
            status, type,
            "The request succeeded (\(status)), and its response is larger than the limit of \(limit) bytes. Request less, or "
                + "raise GatewayLimits.answer or the request's answerLimit.")
    }

    /// Creates the error for a successful response whose body is not in the encoding of its `Content-Encoding`, for
    /// example `gzip`. For a response with an error status, return the response without its body instead.
    ///
    /// - Parameters:
    ///   - status: The status of the response, a success.
    ///   - encoding: The value of its `Content-Encoding`.
    ///   - type: Its `Content-Type`. It distinguishes a response of the service from a captive portal.
    public static func undecodableAnswer(status: Int, encoding: String, type: String? = nil) -> GatewayError {
        unread(
            status, type,
            "The request succeeded (\(status)), and its response is not in the declared Content-Encoding "
                + "\(TerminalText.escaped(encoding)). Check the server and the proxies in front of it.")
    }

    private static func unread(_ status: Int, _ type: String?, _ description: String) -> GatewayError {
        var error = GatewayError(.unusableAnswer, description)
        (error.status, error.type) = (status, type)
        return error
    }

    /// Creates the error for a response that ended after `received` bytes of its body. `expected` is nil if its size is
    /// unknown.
    public static func truncatedAnswer(received: Int, expected: Int?) -> GatewayError {
        GatewayError(
            .unreachable,
            "The response ended after \(received)\(expected.map { " of \($0)" } ?? "") bytes. Try again.")
    }

    /// The response was parsed as JSON and is not JSON.
    static func malformedJSON(_ error: JSONError) -> GatewayError {
        GatewayError(
            .unusableAnswer,
            "The response is not JSON at \(error.placeAndReason). Check the response, or turn off applyContentTypeParsing."
        )
    }

    /// Creates the error for a response that is not HTTP, or whose header is too large.
    public static func unreadableAnswer(host: String) -> GatewayError {
        GatewayError(
            .unreachable,
            "The response of \(TerminalText.escaped(host)) is not HTTP, or its header is too large. Check that the address and "
                + "the port belong to the service, and check the proxies in front of it.")
    }

    /// The bytes that ``MutableRequestProperties/onBody`` has not consumed yet cannot be stored in a temporary file.
    package static func unkeptAnswer(reason: String) -> GatewayError {
        GatewayError(
            .unusableAnswer,
            "The part of the response that onBody has not consumed yet could not be stored: \(TerminalText.escaped(reason)). "
                + "Check the free space on the disk, or request the response in parts with Range.")
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
