/// A sequence of requests, each of which can depend on the response to the previous one.
///
/// A sequence only describes requests. It sends nothing and uses no clock or random numbers, so that an interrupted
/// sequence is restored by replaying its stored responses.
///
/// ```swift
/// struct Rename: RequestSequence {
///     var name: String
///     var isAsked = false
///
///     mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
///         if isAsked { return nil }
///         isAsked = true
///         return RequestDescription(
///             operation: "rename-7", step: "rename", method: .put, target: .path("names/7"), body: .text(name))
///     }
/// }
/// ```
public protocol RequestSequence: Sendable {
    /// Returns the next request, or nil when the sequence is complete.
    ///
    /// - Parameter previous: The previous request and its response, or nil for the first request.
    /// - Throws: An error if the response does not contain the required values. The response is then not stored.
    mutating func nextRequest(previous: Exchange?) throws -> RequestDescription?
}
