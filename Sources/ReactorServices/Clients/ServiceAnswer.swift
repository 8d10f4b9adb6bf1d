public import ReactorFoundation

/// An answer that is no error, before an entity is read from it.
public struct ServiceAnswer: Sendable {
    /// Status, header and body as they came.
    public let raw: Response
    let call: ServiceCall

    /// Whether the status is one of success.
    public var isSuccess: Bool { raw.isSuccess }

    /// What the call is called in logs and at the service.
    var requestID: String { call.requestID }

    /// The body read as JSON.
    ///
    /// - Parameters:
    ///   - type: What is read.
    ///   - decoder: One of the system's, for dates or keys in another form than the type has. It reads the body a second time.
    /// - Throws: ``ServiceError`` with ``ServiceError/Kind/unusableAnswer``, which names the place in the body.
    public func decoded<Entity: Decodable & Sendable>(
        as type: Entity.Type = Entity.self, decoder: JSONDecoder? = nil
    ) throws -> ServiceResponse<Entity> {
        do {
            return response(try JSONBody.decode(type, from: raw.body, decoder: decoder))
        } catch {
            throw unusable(DecodingProblem(error, in: raw.body).description)
        }
    }

    /// An entity made of something else than the body.
    public func response<Entity: Sendable>(_ entity: Entity) -> ServiceResponse<Entity> {
        ServiceResponse(value: entity, raw: raw, requestID: requestID)
    }

    /// A text about this answer without what the request kept secret.
    package func masked(_ text: String) -> String { call.shown(text) }

    /// The error of a client that does not understand this answer; what the request carried as a secret is masked in
    /// `problem`.
    public func unusable(_ problem: String) -> ServiceError {
        ServiceError(problem: .unusableAnswer(masked(problem)), call: call, status: raw.status)
    }
}
