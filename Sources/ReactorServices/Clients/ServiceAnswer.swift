public import ReactorFoundation

/// A response without an error, before an entity is decoded from it.
public struct ServiceAnswer: Sendable {
    /// The status, header and body as they arrived.
    public let raw: Response
    let call: ServiceCall

    /// Whether the status is a success status.
    public var isSuccess: Bool { raw.isSuccess }

    var requestID: String { call.requestID }

    /// Decodes the body as JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: A Foundation decoder, for dates or keys in another format than the type's. It parses the body a
    ///     second time.
    /// - Throws: ``ServiceError`` of the kind ``ServiceError/Kind/unusableAnswer``, with the position in the body.
    public func decoded<Entity: Decodable & Sendable>(
        as type: Entity.Type = Entity.self, decoder: JSONDecoder? = nil
    ) throws -> ServiceResponse<Entity> {
        do {
            return response(try JSONBody.decode(type, from: raw.body, decoder: decoder))
        } catch {
            throw unusable(DecodingProblem(error, in: raw.body).description)
        }
    }

    /// Returns the response to the caller with an entity from another source than the body.
    public func response<Entity: Sendable>(_ entity: Entity) -> ServiceResponse<Entity> {
        ServiceResponse(value: entity, raw: raw, requestID: requestID)
    }

    package func masked(_ text: String) -> String { call.shown(text) }

    /// Creates the error of a client that does not support this response. Secrets of the request are masked in
    /// `problem`.
    public func unusable(_ problem: String) -> ServiceError {
        ServiceError(problem: .unusableAnswer(masked(problem)), call: call, status: raw.status)
    }
}

/// The result of a call: the entity, and the response that it was decoded from.
///
/// ```swift
/// func report(_ response: ServiceResponse<[Double]>) {
///     print(response.value, response.raw.status, response.etag?.rawValue ?? "no version")
/// }
/// ```
@dynamicMemberLookup
public struct ServiceResponse<Entity: Sendable>: Sendable {
    /// The entity.
    public let value: Entity
    /// The status, header and body as they arrived.
    public let raw: Response
    package let requestID: String

    package init(value: Entity, raw: Response, requestID: String) {
        self.value = value
        self.raw = raw
        self.requestID = requestID
    }

    /// A member of the entity.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Entity, Member>) -> Member { value[keyPath: keyPath] }

    /// The version of the entity.
    public var etag: ETag? { raw.headers["ETag"].map { ETag(rawValue: $0) } }

    /// Returns the same response with a transformed entity.
    public func map<Other: Sendable>(_ transform: (Entity) throws -> Other) rethrows -> ServiceResponse<Other> {
        ServiceResponse<Other>(value: try transform(value), raw: raw, requestID: requestID)
    }
}
