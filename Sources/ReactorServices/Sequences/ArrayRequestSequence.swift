/// A sequence with a fixed list of steps, one closure each.
///
/// ```swift
/// struct Greeting: ArrayRequestSequence {
///     var currentRequestIndex = 0
///     var requests: [RequestContinuation] {
///         [
///             { _, _ in
///                 RequestDescription(operation: "1", step: "ask", method: .get, target: .path("name"))
///             },
///             { _, previous in
///                 let name = try previous?.decoded(as: String.self) ?? ""
///                 return RequestDescription(
///                     operation: "1", step: "greet", method: .post, target: .path("greet"), body: .text(name))
///             },
///         ]
///     }
/// }
/// ```
public protocol ArrayRequestSequence: RequestSequence {
    /// A closure that returns one request. It can store values for later steps in the sequence, and returns nil to
    /// complete the sequence early.
    typealias RequestContinuation = (inout Self, Exchange?) throws -> RequestDescription?

    /// The steps in their order.
    var requests: [RequestContinuation] { get }
    /// The index of the next step. Initialize it with 0.
    var currentRequestIndex: Int { get set }
}

extension ArrayRequestSequence {
    public mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        let requests = requests
        guard requests.indices.contains(currentRequestIndex) else { return nil }
        let request = try requests[currentRequestIndex](&self, previous)
        currentRequestIndex = request == nil ? requests.count : currentRequestIndex + 1
        return request
    }
}
