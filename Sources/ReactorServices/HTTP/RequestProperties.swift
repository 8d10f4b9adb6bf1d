/// What a request asks for. Any value or object that can say it as ``MutableRequestProperties`` may be submitted.
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
    /// What is asked for; read once, when the request is submitted.
    var properties: MutableRequestProperties { get }
}
