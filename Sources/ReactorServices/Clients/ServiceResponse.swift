/// What a call of a service brought: the entity, and the answer it was read from.
///
/// ```swift
/// func report(_ response: ServiceResponse<[Double]>) {
///     print(response.value, response.raw.status, response.etag?.rawValue ?? "no version")
/// }
/// ```
@dynamicMemberLookup
public struct ServiceResponse<Entity: Sendable>: Sendable {
    /// What was asked for.
    public let value: Entity
    /// Status, header and body as they came.
    public let raw: Response
    /// What the call is called in logs and at the service.
    package let requestID: String

    /// An entity and its answer.
    package init(value: Entity, raw: Response, requestID: String) {
        self.value = value
        self.raw = raw
        self.requestID = requestID
    }

    /// A member of the entity, so that a response is used like one.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Entity, Member>) -> Member { value[keyPath: keyPath] }

    /// The version of the entity that came.
    public var etag: ETag? { raw.headers["ETag"].map { ETag(rawValue: $0) } }

    /// The same answer with what `transform` makes of the entity.
    public func map<Other: Sendable>(_ transform: (Entity) throws -> Other) rethrows -> ServiceResponse<Other> {
        ServiceResponse<Other>(value: try transform(value), raw: raw, requestID: requestID)
    }
}
