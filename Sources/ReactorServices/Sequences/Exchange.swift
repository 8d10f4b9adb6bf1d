public import ReactorFoundation

/// A request of a sequence and what was answered.
public struct Exchange: Hashable, Codable, Sendable {
    /// What was asked.
    public let request: RequestDescription
    /// The status of the answer.
    public let status: Int
    /// The header of the answer.
    public let headers: HeaderFields
    /// The body of the answer.
    public let body: Data

    /// A request and its answer.
    public init(request: RequestDescription, status: Int, headers: HeaderFields = HeaderFields(), body: Data = Data()) {
        self.request = request
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The answer's body, read as JSON.
    ///
    /// - Throws: ``SequenceError/unusableAnswer(step:reason:)`` when it is empty, or is not what the type needs.
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
    /// Which request, and the status of its answer; nothing that may be secret.
    public var description: String { "\(request), answered \(status)" }
}
