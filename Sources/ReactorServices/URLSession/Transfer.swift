import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The pure state of one request in flight: the response so far, and how the transfer ends.
struct Transfer {
    private let host: String
    private let limit: Int?
    private let isHead: Bool
    private let isPinned: Bool
    private let isGathered: Bool
    private var head: HTTPURLResponse?
    private var body = Data()
    private(set) var received = 0
    /// Whether the rest of the response is ignored, because it has an error status and is too large.
    private(set) var isCut = false

    init(_ request: Request, isPinned: Bool = false) {
        host = request.base.origin.host
        limit = request.answerLimit
        isHead = request.method == .head
        self.isPinned = isPinned
        isGathered = request.onBody == nil
    }

    /// The number of bytes that the response declares, or nil if it declares none or is compressed.
    var expected: Int? {
        guard let head, head.value(forHTTPHeaderField: "Content-Encoding") == nil else { return nil }
        return head.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
    }

    /// Sets the head of the response. Throws if it declares too many bytes.
    mutating func begin(_ response: URLResponse) throws(GatewayError) {
        guard let response = response as? HTTPURLResponse else {
            throw .connectionFailed(host: host, reason: "the response is not HTTP")
        }
        head = response
        body = Data()
        received = 0
        // With an invalid length, or two different lengths, a complete response is not distinguishable from an
        // incomplete one.
        let lengths = response.value(forHTTPHeaderField: "Content-Length")?.split { ", ".contains($0) } ?? []
        guard lengths.allSatisfy({ $0 == lengths.first && Int($0) != nil }) else { throw .unreadableAnswer(host: host) }
        if let limit, let expected, expected > limit, !isHead, let success {
            throw .answerTooLarge(status: success, limit: limit, type: type)
        }
    }

    /// Adds a piece of the response's body.
    ///
    /// - Returns: Whether the piece was collected. Otherwise it is for the request's closure.
    /// - Throws: ``GatewayError`` if a successful response is too large.
    mutating func take(_ data: Data) throws(GatewayError) -> Bool {
        if let limit, received + data.count > limit, let success {
            throw .answerTooLarge(status: success, limit: limit, type: type)
        }
        defer { received += data.count }
        guard success != nil else {
            isCut = received + data.count > limit ?? Self.errorLimit
            if isCut { body.removeAll() } else { body += data }
            return true
        }
        if isGathered { body += data }
        return isGathered
    }

    /// The number of bytes that are collected of an error response without a limit.
    private static let errorLimit = 1 << 20

    private var type: String? { head?.value(forHTTPHeaderField: "Content-Type") }

    private var success: Int? { head.map(\.statusCode).flatMap { (200..<300).contains($0) ? $0 : nil } }

    /// Returns the result when the task has completed.
    ///
    /// - Parameter other: The response of the task if no head was reported. On Linux, Foundation does not report a
    ///   redirect without an address, or its body.
    func end(_ error: (any Error)?, orHead other: HTTPURLResponse? = nil, url: URL) -> Result<Response, any Error> {
        if let error {
            // A server that responds to an upload before it has read it may then reset the stream (RFC 9113, 8.1).
            if let head, isWhole, (error as? URLError)?.code != .cancelled {
                return .success(response(head, body, url))
            }
            guard let head, let encoding = head.value(forHTTPHeaderField: "Content-Encoding"),
                (error as? URLError)?.isOfDecoding == true
            else { return .failure(failure(error)) }
            if success != nil {
                return .failure(
                    GatewayError.undecodableAnswer(status: head.statusCode, encoding: encoding, type: type))
            }
            // The status of an error response is sufficient.
            return .success(response(head, Data(), url))
        }
        guard let head = head ?? other else { return .failure(GatewayError.connectionLost(host: host)) }
        let isBodiless = isHead || isCut || head.statusCode == 204 || head.statusCode == 304 || self.head == nil
        if let expected, received < expected, !isBodiless {
            return .failure(GatewayError.truncatedAnswer(received: received, expected: expected))
        }
        return .success(response(head, body, url))
    }

    /// Whether all bytes of the response have arrived, although the system does not report its end.
    var isWhole: Bool { head?.statusCode == 204 || expected.map { received == $0 } ?? false }

    private func response(_ head: HTTPURLResponse, _ body: Data, _ url: URL) -> Response {
        let fields = head.allHeaderFields.compactMap { name, value -> HeaderFields.Field? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HeaderFields.Field(name: name, value: value)
        }
        // The system returns fields without an order, which must not differ between two runs.
        let headers = HeaderFields(fields.sorted { $0.name < $1.name })
        return Response(status: head.statusCode, headers: headers, body: body, url: url)
    }

    private func failure(_ error: any Error) -> any Error {
        guard let error = error as? URLError else {
            return GatewayError.connectionFailed(host: host, reason: URLError.Code.unknown.reason)
        }
        // A transfer that this module cancels has ended before this callback. The system reports a refused challenge
        // with the same code.
        if error.code == .cancelled {
            return isPinned ? GatewayError.certificateRefused(host: host) : CancellationError()
        }
        if head != nil { return GatewayError.truncatedAnswer(received: received, expected: expected) }
        switch error.plainCode {
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            return GatewayError.certificateUntrusted(host: host)
        // Foundation on Linux reports an empty response with these codes.
        case .networkConnectionLost, .zeroByteResource, .badServerResponse:
            return GatewayError.connectionLost(host: host)
        case .cannotParseResponse: return GatewayError.unreadableAnswer(host: host)
        case let code: return GatewayError.connectionFailed(host: host, reason: code.reason)
        }
    }
}

extension URLError {
    /// Whether a body is not in the encoding of its header.
    var isOfDecoding: Bool {
        if code == .cannotDecodeContentData || code == .cannotDecodeRawData { return true }
        // Foundation on Linux only has the text of the underlying library, which reports bytes after a compressed body as a
        // failure of writing.
        let words = localizedDescription
        let ofEncoding = ["unencoding", "ontent encoding", "HTTP Content or", "Failed writing received data"]
        return code == .unknown && ofEncoding.contains(where: words.contains)
    }

    /// The code of the error, derived from the text of the underlying library if Foundation on Linux has no code.
    var plainCode: Code {
        // Addresses of other schemes are refused earlier, so this is a response that is not HTTP.
        if code == .unsupportedURL { return .cannotParseResponse }
        guard code == .unknown else { return code }
        let words = localizedDescription
        // The library reports "Out of memory" if a header line is too long.
        let ofAnswers = ["header", "Header", "Content-Length", "Out of memory", "HTTP/0.9", "Weird server reply"]
        if ofAnswers.contains(where: words.contains) { return .cannotParseResponse }
        let ofConnections = ["Recv failure", "Send failure", "SSL_read", "SSL_write", "HTTP/2", "HTTP2"]
        if ofConnections.contains(where: words.contains) { return .networkConnectionLost }
        let ofCertificates = ["certificate problem", "certificate subject name", "certificate verification failed"]
        if ofCertificates.contains(where: words.contains) { return .serverCertificateUntrusted }
        return words.contains("SSL") || words.contains("TLS") ? .secureConnectionFailed : code
    }
}

extension URLError.Code {
    /// The reason of a failure. The system's own text is not used, because it contains the whole address.
    fileprivate var reason: String {
        switch self {
        case .cannotFindHost, .dnsLookupFailed: "the host name is unknown"
        case .cannotConnectToHost: "the host refuses connections, or no server listens on this port"
        case .notConnectedToInternet: "this device is offline"
        case .timedOut: "the system's timeout expired"
        case .secureConnectionFailed: "a secure connection (TLS) could not be made"
        case .unknown: "the system does not report a reason"
        default: "the system reports error \(rawValue)"
        }
    }
}
