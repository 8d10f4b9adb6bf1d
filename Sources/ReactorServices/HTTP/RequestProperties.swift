/// A type that describes a request as ``MutableRequestProperties`` and can be submitted to a gateway.
///
/// ```swift
/// struct ReadWeight: RequestProperties {
///     let id: Int
///     var properties: MutableRequestProperties { MutableRequestProperties(.get, "/weights/\(id)") }
/// }
///
/// func read(_ id: Int, _ gateway: some Gateway) async throws -> Response {
///     try await gateway.submitRequest(ReadWeight(id: id))
/// }
/// ```
public protocol RequestProperties: Sendable {
    /// The properties of the request. They are read once, when it is submitted.
    var properties: MutableRequestProperties { get }
}
