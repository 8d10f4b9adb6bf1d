import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way: what has come back of its answer, and how it ends.
///
/// Pure: it is given what happens to the session, and decides.
struct Transfer {
    private let host: String
    private let limit: Int?
    private let isHead: Bool
    private let isPinned: Bool
    private let isGathered: Bool
    private var head: HTTPURLResponse?
    private var body = Data()
    /// The bytes of the answer that have come.
    private(set) var received = 0
    /// Whether the rest of the answer is of no interest: it is that of an error, and too large. Its status says enough.
    private(set) var isCut = false

    init(_ request: Request, isPinned: Bool = false) {
        host = request.base.origin.host
        limit = request.answerLimit
        isHead = request.method == .head
        self.isPinned = isPinned
        isGathered = request.onBody == nil
    }

    /// The bytes the answer says it has; nil where it does not, or they are of its compressed form.
    var expected: Int? {
        guard let head, head.value(forHTTPHeaderField: "Content-Encoding") == nil else { return nil }
        return head.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
    }

    /// Takes the head of the answer; throws when it announces too much.
    mutating func begin(_ response: URLResponse) throws(GatewayError) {
        guard let response = response as? HTTPURLResponse else {
            throw .connectionFailed(host: host, reason: "the response is not HTTP")
        }
        head = response
        body = Data()
        received = 0
        // Of a length that cannot be counted, or of two that differ, nobody could tell whether the answer is whole.
        let lengths = response.value(forHTTPHeaderField: "Content-Length")?.split { ", ".contains($0) } ?? []
        guard lengths.allSatisfy({ $0 == lengths.first && Int($0) != nil }) else { throw .unreadableAnswer(host: host) }
        if let limit, let expected, expected > limit, !isHead, let success {
            throw .answerTooLarge(status: success, limit: limit, type: type)
        }
    }

    /// Takes a piece of the answer's body.
    ///
    /// - Returns: Whether it is gathered; otherwise it is for whom the request names.
    /// - Throws: when it is too much.
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

    /// How much of an error is gathered where nobody has set a limit.
    private static let errorLimit = 1 << 20

    /// What the head says the answer is.
    private var type: String? { head?.value(forHTTPHeaderField: "Content-Type") }

    /// The status, where it is one of success.
    private var success: Int? { head.map(\.statusCode).flatMap { (200..<300).contains($0) ? $0 : nil } }

    /// The response, when the system says that all is done.
    ///
    /// - Parameter other: the head that the system has, of which it has said nothing: that of a redirect without an
    ///   address, whose body Foundation on Linux keeps to itself.
    func end(_ error: (any Error)?, orHead other: HTTPURLResponse? = nil, url: URL) -> Result<Response, any Error> {
        if let error {
            guard let head, let encoding = head.value(forHTTPHeaderField: "Content-Encoding"),
                (error as? URLError)?.isOfDecoding == true
            else { return .failure(failure(error)) }
            if success != nil {
                return .failure(
                    GatewayError.undecodableAnswer(status: head.statusCode, encoding: encoding, type: type))
            }
            // The status of an error says enough.
            return .success(response(head, Data(), url))
        }
        guard let head = head ?? other else { return .failure(GatewayError.connectionLost(host: host)) }
        let isBodiless = isHead || isCut || head.statusCode == 204 || head.statusCode == 304 || self.head == nil
        if let expected, received < expected, !isBodiless {
            return .failure(GatewayError.truncatedAnswer(received: received, expected: expected))
        }
        return .success(response(head, body, url))
    }

    private func response(_ head: HTTPURLResponse, _ body: Data, _ url: URL) -> Response {
        let fields = head.allHeaderFields.compactMap { name, value -> HeaderFields.Field? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HeaderFields.Field(name: name, value: value)
        }
        // The system gives them without order, which must not differ between two runs.
        let headers = HeaderFields(fields.sorted { $0.name < $1.name })
        return Response(status: head.statusCode, headers: headers, body: body, url: url)
    }

    private func failure(_ error: any Error) -> any Error {
        guard let error = error as? URLError else {
            return GatewayError.connectionFailed(host: host, reason: URLError.Code.unknown.reason)
        }
        // What this module cancels has ended before the system says so; a refused challenge is reported in the same words.
        if error.code == .cancelled {
            return isPinned ? GatewayError.certificateRefused(host: host) : CancellationError()
        }
        if head != nil { return GatewayError.truncatedAnswer(received: received, expected: expected) }
        switch error.plainCode {
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            return GatewayError.certificateUntrusted(host: host)
        // That is what Foundation on Linux calls an answer of no bytes.
        case .networkConnectionLost, .zeroByteResource, .badServerResponse:
            return GatewayError.connectionLost(host: host)
        case .cannotParseResponse: return GatewayError.unreadableAnswer(host: host)
        case let code: return GatewayError.connectionFailed(host: host, reason: code.reason)
        }
    }
}

extension URLError {
    /// Whether a body is not in the encoding that its header names.
    var isOfDecoding: Bool {
        if code == .cannotDecodeContentData || code == .cannotDecodeRawData { return true }
        // Foundation on Linux has only the words of the library below it.
        let words = localizedDescription
        return code == .unknown && ["unencoding", "ontent encoding", "HTTP Content or"].contains(where: words.contains)
    }

    /// What went wrong, where Foundation on Linux says in words of the library below it what it has no code for.
    var plainCode: Code {
        // An address of another scheme never comes so far: it is the answer that is no HTTP.
        if code == .unsupportedURL { return .cannotParseResponse }
        guard code == .unknown else { return code }
        let words = localizedDescription
        // "Out of memory" is a line of a header that is longer than the library takes.
        let ofAnswers = ["header", "Header", "Content-Length", "Out of memory", "HTTP/0.9", "Weird server reply"]
        if ofAnswers.contains(where: words.contains) { return .cannotParseResponse }
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
