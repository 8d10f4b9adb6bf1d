public import ReactorFoundation

/// One request of a sequence, as a value that can be stored.
///
/// The description contains the name of a destination. The ``SequenceRunner`` has the gateway and the credential for
/// it.
///
/// ```swift
/// let confirm = RequestDescription(
///     operation: "upload-41", step: "confirm", model: "snapshot-7", method: .put,
///     target: .path("snapshots/7"), body: try .json(["uploaded": true]))
/// ```
public struct RequestDescription: Hashable, Codable, Sendable {
    /// The name of the server.
    public let destination: DestinationName
    /// The user action that this request is a part of. It is the same for all requests of a sequence.
    public let operation: String
    /// The name of the request, which is unique within its sequence.
    public let step: String
    /// The entity that the request changes.
    public let model: String?
    /// The method.
    public let method: HTTPMethod
    /// The path or address.
    public let target: Target
    /// The query that is added to the target.
    public let query: QueryItems
    /// The header fields that are added to those of the destination.
    public let headers: HeaderFields
    /// The body.
    public let body: Body
    /// The key with which a service does the request only once. It is derived from the operation and the step, so that
    /// it is the same after a restart of the program. In the header field, `%` and characters other than visible ASCII
    /// are percent-encoded.
    public let idempotencyKey: String
    /// The rule for a refusal because an earlier response has expired.
    public let restart: RestartRule?
    // Optional, so that descriptions from earlier releases can be decoded.
    private let accepted: [Int]?
    /// The statuses, in addition to success statuses, with which the step is done. An example is 404 for a deletion.
    public var accepting: [Int] { accepted ?? [] }
    private let answered: [String]?
    /// The media types that a response may have. An empty list allows all except HTML, which comes from a captive
    /// portal or a proxy. A 204 response requires no type.
    ///
    /// A response of another type is not from this service: the step is not done, and is sent again.
    public var answers: [MediaType] { (answered ?? []).compactMap { MediaType($0) } }

    /// The target of a request at its destination.
    public enum Target: Hashable, Codable, Sendable {
        /// A path under the destination's base URL.
        case path(String)
        /// An address from an earlier response, for a destination without its own server.
        case address(String)
    }

    /// Creates a request of this operation and step.
    ///
    /// - Parameters:
    ///   - destination: The name of the server.
    ///   - operation: The user action. It is the same for all requests of a sequence.
    ///   - step: The name of the request, which is unique within its sequence.
    ///   - model: The entity that the request changes, or nil.
    ///   - method: The method.
    ///   - target: The path or address.
    ///   - query: The query that is added to the target.
    ///   - headers: The header fields that are added to those of the destination.
    ///   - body: The body.
    ///   - idempotencyKey: The idempotency key. nil derives it from the operation and the step.
    ///   - restart: The rule for a refusal because an earlier response has expired. With nil, the step fails.
    ///   - accepting: The statuses, in addition to success statuses, with which the step is done.
    ///   - answers: The media types that a response may have. An empty list allows all except HTML.
    public init(
        destination: DestinationName = .api, operation: String, step: String, model: String? = nil,
        method: HTTPMethod, target: Target, query: QueryItems = [:], headers: HeaderFields = HeaderFields(),
        body: Body = .none, idempotencyKey: String? = nil, restart: RestartRule? = nil,
        accepting: [Int] = [], answers: [MediaType] = []
    ) {
        self.destination = destination
        self.operation = operation
        self.step = step
        self.model = model
        self.method = method
        self.target = target
        self.query = query
        self.headers = headers
        self.body = body
        self.idempotencyKey = idempotencyKey ?? "\(operation)/\(step)"
        self.restart = restart
        accepted = accepting.isEmpty ? nil : accepting
        answered = answers.isEmpty ? nil : answers.map(\.description)
    }

    package func withIdempotencyKey(_ key: String) -> RequestDescription {
        RequestDescription(
            destination: destination, operation: operation, step: step, model: model, method: method, target: target,
            query: query, headers: headers, body: body, idempotencyKey: key, restart: restart, accepting: accepting,
            answers: answers)
    }

    /// The key as a header value, which differs for different keys.
    var keyField: String {
        PercentEncoding.encoded(idempotencyKey) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    }

    /// Checks the method, the target, the header fields, and the names in a form.
    ///
    /// - Throws: ``GatewayError`` for a request that can never be sent.
    package func validate() throws(GatewayError) {
        var headers = headers
        switch body {
        case .bytes(_, let type), .file(_, let type): headers["Content-Type"] = type
        case .multipart(let form): try form.validate()
        case .none: break
        }
        let request =
            switch target {
            case .path(let path): MutableRequestProperties(method, path, query: query, headers: headers)
            case .address(let address): try MutableRequestProperties(method, url: address, headers: headers)
            }
        _ = try Request(request, id: Request.ID(0), base: BaseURL("https://localhost"))
    }

    package var files: [String] {
        switch body {
        case .none, .bytes: []
        case .file(let path, _): [path]
        case .multipart(let form): form.files.map(\.path)
        }
    }
}

extension RequestDescription: DescribedOnly {
    /// The operation, step, method and destination, without secrets.
    public var description: String { "\(operation)/\(step): \(method) at \(destination)" }
}

extension RequestDescription {
    /// The body of a described request.
    public enum Body: Hashable, Codable, Sendable {
        /// No body.
        case none
        /// Bytes with a media type.
        case bytes(Data, contentType: String)
        /// A file at a path, which is read while it is sent.
        case file(path: String, contentType: String)
        /// A form with files, which are read while they are sent.
        case multipart(MultipartForm)

        /// Returns a body of plain text.
        public static func text(_ text: String) -> Body {
            .bytes(Data(text.utf8), contentType: "text/plain; charset=utf-8")
        }

        /// Returns a body with a value as JSON. Its members are sorted, so that equal values have equal bodies.
        ///
        /// - Throws: The error of the value's `encode(to:)`.
        public static func json(_ value: some Encodable) throws -> Body {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return .bytes(try encoder.encode(value), contentType: "application/json")
        }
    }
}

extension RequestDescription.Body {
    /// Opens the files, and returns the body to send and its media type.
    func opened(random: () -> UInt64) throws -> (body: RequestBody, contentType: String?) {
        switch self {
        case .none: return (.none, nil)
        case .bytes(let bytes, let contentType): return (.bytes(bytes), contentType)
        case .file(let path, let contentType): return (.stream(try BodyStream(file: path)), contentType)
        case .multipart(let form):
            let boundary = MultipartBoundary(random: random)
            return (.stream(try form.body(boundary: boundary)), boundary.contentType)
        }
    }
}

/// The rule for a step that is refused because an earlier response has expired, such as an upload address.
public struct RestartRule: Hashable, Codable, Sendable {
    package let step: String
    package let statuses: [Int]

    /// Creates a rule that repeats the sequence from `step` if the service responds with one of `statuses`. The responses
    /// to that step and all later ones are discarded.
    public init(step: String, statuses: [Int] = [403, 410]) {
        self.step = step
        self.statuses = statuses
    }
}
