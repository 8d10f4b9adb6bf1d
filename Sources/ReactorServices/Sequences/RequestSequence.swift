/// Requests that belong together, each made with the answer to the one before.
///
/// A sequence only describes. It sends nothing, reads no clock and draws no number, so that one which was interrupted
/// can be brought back by giving it its answers again.
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
    /// The next request; nil when the sequence is complete.
    ///
    /// - Parameter previous: The request before and its answer; nil for the first.
    /// - Throws: When the previous answer does not hold what is needed to go on. That answer is not kept.
    mutating func nextRequest(previous: Exchange?) throws -> RequestDescription?
}
