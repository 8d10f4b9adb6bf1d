/// One request of a sequence, as a value that can be kept.
///
/// It names its destination, not a server: which gateway and which credential that is, whoever performs it knows.
///
/// ```swift
/// let confirm = RequestDescription(
///     operation: "upload-41", step: "confirm", model: "snapshot-7", method: .put,
///     target: .path("snapshots/7"), body: try .json(["uploaded": true]))
/// ```
public struct RequestDescription: Hashable, Codable, Sendable {
    /// Which server.
    public let destination: DestinationName
    /// What the user did, of which this request is a part; the same for all requests of a sequence.
    public let operation: String
    /// Which request of the operation this is; no two of one sequence have the same.
    public let step: String
    /// What is changed by it.
    public let model: String?
    /// The method.
    public let method: HTTPMethod
    /// Where to at the destination.
    public let target: Target
    /// Added to the target.
    public let query: QueryItems
    /// Added to what the destination sends with every request.
    public let headers: HeaderFields
    /// What it carries.
    public let body: Body
    /// Under which a service does the same only once. Made of operation and step, so it is the same after a restart of
    /// the program. In the header field, characters other than visible ASCII, and `%`, are percent-encoded.
    public let idempotencyKey: String
    /// What happens when it is refused because an earlier answer is too old.
    public let restart: RestartRule?
    // Nil when there are none: descriptions that were written before there were any are read.
    private let accepted: [Int]?
    /// The statuses, beside those of success, with which the step is done: 404 for something that was to be deleted, say.
    public var accepting: [Int] { accepted ?? [] }
    private let answered: [String]?
    /// The media types that an answer of the service may have. None: any but a page for people (HTML), which comes from a
    /// network that wants a sign-in, or from a proxy. 204 has no content and needs no type.
    ///
    /// What is not of them is no answer of this service: the step is not done, and is sent again.
    public var answers: [MediaType] { (answered ?? []).compactMap { MediaType($0) } }

    /// Where a request goes at its destination.
    public enum Target: Hashable, Codable, Sendable {
        /// Below the destination's own address.
        case path(String)
        /// An address that an earlier answer named, for a destination that has none of its own.
        case address(String)
    }

    /// A request of this operation and step.
    ///
    /// - Parameters:
    ///   - destination: Which server.
    ///   - operation: What the user did; the same for all requests of a sequence.
    ///   - step: Which request of the operation this is; no two of one sequence have the same.
    ///   - model: What is changed by it; nil where nothing names that.
    ///   - method: The method.
    ///   - target: Where to at the destination.
    ///   - query: Added to the target.
    ///   - headers: Added to what the destination sends with every request.
    ///   - body: What it carries.
    ///   - idempotencyKey: Nil for one made of operation and step.
    ///   - restart: What happens when it is refused because an earlier answer is too old; nil: it fails.
    ///   - accepting: The statuses, beside those of success, with which the step is done.
    ///   - answers: The media types that an answer may have; none for any but HTML.
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

    /// The key as the value of a header field: different for different keys.
    var keyField: String {
        PercentEncoding.encoded(idempotencyKey) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
    }

    /// Checks method, target, header fields, and the names in a form.
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

    /// The files that it sends.
    package var files: [String] {
        switch body {
        case .none, .bytes: []
        case .file(let path, _): [path]
        case .multipart(let form): form.files.map(\.path)
        }
    }
}

extension RequestDescription: DescribedOnly {
    /// Which request of which operation, and where it goes; nothing that may be secret.
    public var description: String { "\(operation)/\(step): \(method) at \(destination)" }
}
