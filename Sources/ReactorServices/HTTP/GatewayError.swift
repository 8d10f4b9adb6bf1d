/// What went wrong before there was an answer, or made of an answer no response.
///
/// A program decides by its ``kind``. Its description says what was wrong and what to do, and shows no secret.
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
/// A ``NetworkAdapter`` makes its errors with the functions below.
public struct GatewayError: Error, Hashable, Sendable {
    /// What a program does about an error.
    public enum Kind: Hashable, Sendable {
        /// What was asked cannot be sent as it is: an address, a field or a body is wrong, or the network cannot do what the
        /// gateway was made for. Another attempt brings the same.
        case unsendable
        /// There was no connection, or it was lost, or what came over it is no HTTP. Another attempt may succeed.
        case unreachable
        /// The answer did not come in time, or nothing moved for too long. Another attempt may succeed.
        case timedOut
        /// The server showed a certificate that is not pinned, or that the system does not trust for it. Nothing was sent.
        case certificateUntrusted
        /// An answer came, of which no response can be made. What was asked may have been done.
        case unusableAnswer
    }

    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }

    /// What a program does about it.
    public var kind: Kind {
        switch problem {
        case .invalidBaseURL, .invalidMethod, .invalidPath, .queryInPath, .invalidHeaderName, .invalidHeaderValue,
            .reservedHeader, .unwrittenBody,
            .unusableBoundary, .boundaryInForm, .unwritableForm, .unreadableBody, .bodyTooLarge, .bodyLengthDiffers,
            .bodyNotRepeatable,
            .bodyNotAllowed, .submittedFromPreparer, .literalAddressUnsupported, .pinningUnsupported:
            .unsendable
        case .connectionFailed, .connectionLost, .truncatedAnswer, .unreadableAnswer: .unreachable
        case .timedOut, .stalled: .timedOut
        case .certificateRefused, .certificateUntrusted: .certificateUntrusted
        case .tooManyRedirects, .unusableRedirect, .answerTooLarge, .undecodableAnswer, .malformedJSON, .unkeptAnswer:
            .unusableAnswer
        }
    }

    /// The status of an answer that was too large or could not be decoded. It is a success: what was asked is done.
    public var status: Int? {
        switch problem {
        case .answerTooLarge(let status, _, _), .undecodableAnswer(let status, _, _): status
        default: nil
        }
    }

    /// The status and the type of an answer that was too large or could not be decoded, if its type is known.
    var unreadAnswer: (status: Int, type: String)? {
        switch problem {
        case .answerTooLarge(let status, _, let type?), .undecodableAnswer(let status, _, let type?): (status, type)
        default: nil
        }
    }
}

extension GatewayError {
    package enum Problem: Hashable, Sendable {
        // What was asked cannot be sent.
        /// No request can be sent to this address, for this reason; the text is without user, password and query.
        case invalidBaseURL(String, reason: BaseURLProblem)
        /// The method is empty, or has characters in it that HTTP does not allow there.
        case invalidMethod(String)
        /// The path leads out of the base URL by `.` or `..`, is a whole address, or makes no URL; shown without its query.
        case invalidPath(String)
        /// The path has a `?` or a `#` in it; shown without what follows.
        case queryInPath(String)
        /// The name of a header field is empty, or has characters in it that HTTP does not allow there.
        case invalidHeaderName(String)
        /// The value of the header field of this name has a line break or another control character in it.
        case invalidHeaderValue(name: String)
        /// A header field of this name is set by the network: it frames or routes the message.
        case reservedHeader(name: String)
        /// The body is a ``RequestBody/value(_:)`` that no preparer has written.
        case unwrittenBody
        /// The boundary of a ``RequestBody/multipart(_:boundary:)`` is empty, longer than 70 characters, or has one in it that
        /// a boundary cannot have.
        case unusableBoundary(String)
        /// The boundary that was given for a form with files stands in this part of it.
        case boundaryInForm(part: String)
        /// A form cannot hold this member, which is an object or has arrays or objects in it; empty: the body is no object.
        case unwritableForm(member: String)
        /// The file at `path`, which holds the body, cannot be opened, read or written.
        case unreadableBody(path: String, reason: String)
        /// The request's body has more than `limit` bytes, the ``GatewayLimits/body`` of its gateway.
        case bodyTooLarge(limit: Int)
        /// The body's source gave more or fewer bytes than the length it was made with; `given` counts until reading ended.
        case bodyLengthDiffers(said: Int, given: Int)
        /// The body can be read only once, and a redirect or another attempt needs it again.
        case bodyNotRepeatable
        /// The network adapter sends no body with this method.
        case bodyNotAllowed(method: String)
        /// A preparer submitted a request to the gateway that it prepares for, and would wait for itself.
        case submittedFromPreparer
        /// The network adapter cannot connect to this literal IPv6 address.
        case literalAddressUnsupported(host: String)
        /// Certificates are pinned, and the network adapter cannot see those of the server.
        case pinningUnsupported

        // The way there.
        /// There is no connection to `host`, or the system names another failure before the answer begins.
        case connectionFailed(host: String, reason: String)
        /// The server closed the connection before its answer began.
        case connectionLost(host: String)
        /// The whole answer did not come within this timeout.
        case timedOut(after: Duration)
        /// Nothing of the request's bodies moved for this long, its ``MutableRequestProperties/stallTimeout``.
        case stalled(after: Duration)
        /// The server redirected the request more than `limit` times in a row.
        case tooManyRedirects(limit: Int)
        /// The server at `host` redirects to an address that is not `http` or `https`, or cannot be read.
        case unusableRedirect(host: String)
        /// The server showed no certificate or key that is pinned, or the request to it was not `https`.
        case certificateRefused(host: String)
        /// The server showed a certificate that the system does not trust for it; nothing was sent.
        case certificateUntrusted(host: String)

        // What came back.
        /// An answer of this status, a success, has more than `limit` bytes, which is the request's
        /// ``MutableRequestProperties/answerLimit`` or, where it has none, the gateway's ``GatewayLimits/answer``. What was
        /// asked is done.
        case answerTooLarge(status: Int, limit: Int, type: String? = nil)
        /// The answer broke off after `received` bytes of its body; `expected` is nil where its whole size is unknown.
        case truncatedAnswer(received: Int, expected: Int?)
        /// The body of an answer of this status, a success, is not in the encoding (`gzip`) that its `Content-Encoding` names.
        /// What was asked is done.
        case undecodableAnswer(status: Int, encoding: String, type: String? = nil)
        /// The answer was to be read as JSON and is none; the error says where it stops being that.
        case malformedJSON(JSONError)
        /// The server answered with what is no HTTP, or with a header that is too large.
        case unreadableAnswer(host: String)
        /// What ``MutableRequestProperties/onBody`` has not taken yet cannot be kept in a temporary file.
        case unkeptAnswer(reason: String)
    }

    /// What is wrong with an address.
    package enum BaseURLProblem: Hashable, Sendable {
        /// The address does not begin with a scheme and `://`.
        case noScheme
        /// The scheme is neither `http` nor `https`.
        case unknownScheme
        /// No host stands behind the scheme.
        case noHost
        /// The host is not a name, an IPv4 address, or an IPv6 address in brackets.
        case badHost
        /// The port is no number from 1 to 65535.
        case badPort
        /// A user or password stands before the host.
        case hasUser
        /// The address has a query, which belongs to the requests.
        case hasQuery
        /// The address has a blank, a control character or one beyond ASCII in it, or its host one that no host has.
        case hasForeignCharacters
    }
}

// MARK: - What a network adapter throws

extension GatewayError {
    /// There is no connection to `host`, or the system names another failure before the answer begins.
    public static func connectionFailed(host: String, reason: String) -> GatewayError {
        GatewayError(.connectionFailed(host: host, reason: reason))
    }

    /// The server closed the connection before its answer began.
    public static func connectionLost(host: String) -> GatewayError { GatewayError(.connectionLost(host: host)) }

    /// The server answered with what is no HTTP, or with a header that is too large.
    public static func unreadableAnswer(host: String) -> GatewayError { GatewayError(.unreadableAnswer(host: host)) }

    /// The body of a successful answer is not in the encoding that its `Content-Encoding` names, for example `gzip`. If an
    /// error has such a body, give the response without its body instead.
    ///
    /// - Parameters:
    ///   - status: The status of the answer, a success.
    ///   - encoding: The value of its `Content-Encoding`.
    ///   - type: Its `Content-Type`. It distinguishes an answer of the service from the page of a network that requires a
    ///     sign-in.
    public static func undecodableAnswer(status: Int, encoding: String, type: String? = nil) -> GatewayError {
        GatewayError(.undecodableAnswer(status: status, encoding: encoding, type: type))
    }

    /// The answer broke off after `received` bytes of its body; `expected` is nil where its whole size is unknown.
    public static func truncatedAnswer(received: Int, expected: Int?) -> GatewayError {
        GatewayError(.truncatedAnswer(received: received, expected: expected))
    }

    /// An answer of this status, a success, has more than `limit` bytes, the request's
    /// ``MutableRequestProperties/answerLimit``. What was asked is done, if it is the service's: `type`, the `Content-Type` of
    /// its head, tells that from the page of a network that wants a sign-in.
    public static func answerTooLarge(status: Int, limit: Int, type: String? = nil) -> GatewayError {
        GatewayError(.answerTooLarge(status: status, limit: limit, type: type))
    }

    /// The server showed no certificate or key that is pinned, or the request to it was not `https`.
    public static func certificateRefused(host: String) -> GatewayError {
        GatewayError(.certificateRefused(host: host))
    }

    /// The server showed a certificate that the system does not trust for it; nothing was sent.
    public static func certificateUntrusted(host: String) -> GatewayError {
        GatewayError(.certificateUntrusted(host: host))
    }
}
