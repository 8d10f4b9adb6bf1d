public import ReactorFoundation

/// A request of a sequence and its response.
public struct Exchange: Hashable, Codable, Sendable {
    /// The request.
    public let request: RequestDescription
    /// The status of the response.
    public let status: Int
    /// The header of the response.
    public let headers: HeaderFields
    /// The body of the response.
    public let body: Data

    /// Creates an exchange.
    public init(request: RequestDescription, status: Int, headers: HeaderFields = HeaderFields(), body: Data = Data()) {
        self.request = request
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Decodes the body of the response as JSON.
    ///
    /// - Throws: ``SequenceError/unusableAnswer(step:reason:)`` if the body is empty or cannot be decoded.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(SequenceError) -> Value {
        guard !body.isEmpty else {
            throw .unusableAnswer(step: request.step, reason: "it has no body")
        }
        do {
            return try JSONBody.decode(type, from: body)
        } catch {
            throw .unusableAnswer(step: request.step, reason: DecodingProblem(error, in: body).description)
        }
    }
}

extension Exchange: DescribedOnly {
    /// The request and the status of its response, without secrets.
    public var description: String { "\(request), answered \(status)" }
}
