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
public struct GatewayError: Error, Hashable, Sendable {
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

    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }

    /// The category of the error.
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

    /// The status of a response that was too large or could not be decoded. It is a success status, so the server
    /// carried out the request.
    public var status: Int? {
        switch problem {
        case .answerTooLarge(let status, _, _), .undecodableAnswer(let status, _, _): status
        default: nil
        }
    }

    /// The status and the content type of a response that was too large or could not be decoded, or nil if its type is
    /// unknown.
    var unreadAnswer: (status: Int, type: String)? {
        switch problem {
        case .answerTooLarge(let status, _, let type?), .undecodableAnswer(let status, _, let type?): (status, type)
        default: nil
        }
    }
}

extension GatewayError {
    package enum Problem: Hashable, Sendable {
        // Requests that cannot be sent.
        /// The text of the base URL has no user, password or query.
        case invalidBaseURL(String, reason: BaseURLProblem)
        case invalidMethod(String)
        /// The path leaves the base URL with `.` or `..`, is an absolute address, or cannot form a URL. It has no
        /// query.
        case invalidPath(String)
        /// The path up to its first `?` or `#`.
        case queryInPath(String)
        case invalidHeaderName(String)
        case invalidHeaderValue(name: String)
        /// The network adapter sets this field, which frames or routes the message.
        case reservedHeader(name: String)
        /// The body is a ``RequestBody/value(_:)`` that no preparer has encoded.
        case unwrittenBody
        /// The boundary of a ``RequestBody/multipart(_:boundary:)`` is empty, longer than 70 characters, or has an
        /// invalid character.
        case unusableBoundary(String)
        /// The boundary of a form with files occurs in this part of the form.
        case boundaryInForm(part: String)
        /// The member is an object or contains arrays or objects. It is empty if the body is not an object.
        case unwritableForm(member: String)
        /// The body's file cannot be opened, read or written.
        case unreadableBody(path: String, reason: String)
        /// The request's body exceeds ``GatewayLimits/body``.
        case bodyTooLarge(limit: Int)
        /// The body's source has more or fewer bytes than declared. `given` is the number of bytes that were read.
        case bodyLengthDiffers(said: Int, given: Int)
        case bodyNotRepeatable
        case bodyNotAllowed(method: String)
        /// A preparer submitted a request to its own gateway, and would wait for itself.
        case submittedFromPreparer
        case literalAddressUnsupported(host: String)
        /// Certificates are pinned, and the network adapter has no access to the server's certificate.
        case pinningUnsupported

        // Connections and timeouts.
        /// The connection failed, or the system reported another failure before the response began.
        case connectionFailed(host: String, reason: String)
        /// The server closed the connection before its response began.
        case connectionLost(host: String)
        /// The response was not complete before this timeout.
        case timedOut(after: Duration)
        /// No byte was transferred for ``MutableRequestProperties/stallTimeout``.
        case stalled(after: Duration)
        case tooManyRedirects(limit: Int)
        /// A redirect to an address that is invalid or neither `http` nor `https`.
        case unusableRedirect(host: String)
        /// The server presented no pinned certificate or key, or the request was not `https`.
        case certificateRefused(host: String)
        /// The system does not trust the server's certificate. Nothing was sent.
        case certificateUntrusted(host: String)

        // Responses.
        /// A successful response exceeds the request's ``MutableRequestProperties/answerLimit`` or, by default, the
        /// gateway's ``GatewayLimits/answer``. The server carried out the request.
        case answerTooLarge(status: Int, limit: Int, type: String? = nil)
        /// The response ended after `received` bytes of its body. `expected` is nil if its size is unknown.
        case truncatedAnswer(received: Int, expected: Int?)
        /// The body of a successful response is not in the encoding of its `Content-Encoding`. The server did the
        /// request.
        case undecodableAnswer(status: Int, encoding: String, type: String? = nil)
        /// The response was parsed as JSON and is not JSON.
        case malformedJSON(JSONError)
        /// The response is not HTTP, or its header is too large.
        case unreadableAnswer(host: String)
        /// The bytes that ``MutableRequestProperties/onBody`` has not consumed yet cannot be stored in a temporary
        /// file.
        case unkeptAnswer(reason: String)
    }

    /// The reasons why an address is not a base URL.
    package enum BaseURLProblem: Hashable, Sendable {
        case noScheme
        case unknownScheme
        case noHost
        case badHost
        case badPort
        case hasUser
        case hasQuery
        /// The address has a blank, a control or non-ASCII character, or its host has a character that is invalid in
        /// hosts.
        case hasForeignCharacters
    }
}

// MARK: - Errors of network adapters

extension GatewayError {
    /// Creates the error for a connection that failed, or for another failure before the response began.
    public static func connectionFailed(host: String, reason: String) -> GatewayError {
        GatewayError(.connectionFailed(host: host, reason: reason))
    }

    /// Creates the error for a connection that the server closed before its response began.
    public static func connectionLost(host: String) -> GatewayError { GatewayError(.connectionLost(host: host)) }

    /// Creates the error for a response that is not HTTP, or whose header is too large.
    public static func unreadableAnswer(host: String) -> GatewayError { GatewayError(.unreadableAnswer(host: host)) }

    /// Creates the error for a successful response whose body is not in the encoding of its `Content-Encoding`, for
    /// example `gzip`. For a response with an error status, return the response without its body instead.
    ///
    /// - Parameters:
    ///   - status: The status of the response, a success.
    ///   - encoding: The value of its `Content-Encoding`.
    ///   - type: Its `Content-Type`. It distinguishes a response of the service from a captive portal.
    public static func undecodableAnswer(status: Int, encoding: String, type: String? = nil) -> GatewayError {
        GatewayError(.undecodableAnswer(status: status, encoding: encoding, type: type))
    }

    /// Creates the error for a response that ended after `received` bytes of its body. `expected` is nil if its size is
    /// unknown.
    public static func truncatedAnswer(received: Int, expected: Int?) -> GatewayError {
        GatewayError(.truncatedAnswer(received: received, expected: expected))
    }

    /// Creates the error for a successful response that exceeds the request's ``MutableRequestProperties/answerLimit``.
    ///
    /// - Parameters:
    ///   - status: The status of the response, a success.
    ///   - limit: The limit in bytes.
    ///   - type: Its `Content-Type`. It distinguishes a response of the service, which means that the server did the
    ///     request, from a captive portal.
    public static func answerTooLarge(status: Int, limit: Int, type: String? = nil) -> GatewayError {
        GatewayError(.answerTooLarge(status: status, limit: limit, type: type))
    }

    /// Creates the error for a server that presented no pinned certificate or key, or for a request that was not
    /// `https`.
    public static func certificateRefused(host: String) -> GatewayError {
        GatewayError(.certificateRefused(host: host))
    }

    /// Creates the error for a certificate that the system does not trust. Nothing was sent.
    public static func certificateUntrusted(host: String) -> GatewayError {
        GatewayError(.certificateUntrusted(host: host))
    }
}
