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
