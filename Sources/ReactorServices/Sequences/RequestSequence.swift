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
///
/// A class implements ``restarted()``, too, because steps that are repeated need an object that has not advanced:
///
/// ```swift
/// final class Removal: RequestSequence, @unchecked Sendable {   // a cursor uses it from one task at a time
///     private let id: Int
///     private var isAsked = false
///
///     init(id: Int) { self.id = id }
///
///     func restarted() -> Removal { Removal(id: id) }
///
///     func nextRequest(previous: Exchange?) throws -> RequestDescription? {
///         if isAsked { return nil }
///         isAsked = true
///         return RequestDescription(
///             operation: "remove-\(id)", step: "remove", method: .delete, target: .path("names/\(id)"))
///     }
/// }
/// ```
public protocol RequestSequence: Sendable {
    /// Returns the next request, or nil when the sequence is complete.
    ///
    /// - Parameter previous: The previous request and its response, or nil for the first request.
    /// - Throws: An error if the response does not contain the required values. The response is then not stored.
    mutating func nextRequest(previous: Exchange?) throws -> RequestDescription?
    /// Returns this sequence as it was before its first request.
    ///
    /// A struct returns itself, because a cursor retains the struct that it was created with. A class must return a new object.
    func restarted() -> Self
}

extension RequestSequence {
    public func restarted() -> Self { self }
}

extension RequestSequence where Self: AnyObject {
    @available(
        *, unavailable,
        message: "Implement restarted() in a request sequence that is a class: return a new object. Or use a struct."
    )
    public func restarted() -> Self { self }
}

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
