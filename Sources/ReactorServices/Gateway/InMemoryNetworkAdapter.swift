import Reactor
import ReactorFoundation

/// A network that is a closure, for tests and demonstrations.
///
/// It does what an adapter must: reads streamed bodies and reports their progress, and holds answers to their limit. The
/// closure is asked again for each redirect that the gateway follows.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, body in
///     request.path == "/weights" ? .json(200, [81.5], for: request) : .empty(404, for: request)
/// }
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// ```
public final class InMemoryNetworkAdapter: NetworkAdapter {
    /// Something that arrived.
    public struct Arrival: Sendable {
        /// The request as the adapter got it; after a redirect, the one to the new address.
        public let request: Request
        /// The whole of its body, also when it was streamed; empty when there is none.
        public let body: Data
    }

    private let answer: @Sendable (Request, Data) async throws -> Response
    private let seen = Guarded<[Arrival]>([])

    /// - Parameter answer: answers a request with the whole of its body.
    public init(_ answer: @escaping @Sendable (Request, Data) async throws -> Response) { self.answer = answer }

    /// Everything that arrived, in order, also that which was not answered.
    public var arrivals: [Arrival] { seen.withLock { $0 } }

    public func send(_ request: Request) async throws -> Response {
        try Task.checkCancellation()
        let body = try await Self.read(request)
        let arrival = Arrival(request: request, body: body)
        seen.withLock { $0.append(arrival) }
        var response = try await answer(request, body)
        try Task.checkCancellation()
        response = try response.held(to: request.answerLimit)
        let size = response.body.count
        request.onProgress?(TransferProgress(direction: .receiving, bytes: size, total: size))
        response.url = request.url
        if let onBody = request.onBody, response.isSuccess {
            if size > 0 { try onBody(BodyPiece(data: response.body, offset: 0)) }
            response.body = Data()
        }
        return response
    }

    private static func read(_ request: Request) async throws -> Data {
        switch request.body {
        case .none: return Data()
        case .value, .multipart: throw GatewayError(.unwrittenBody)
        case .bytes(let data), .typed(let data, _):
            request.onProgress?(TransferProgress(direction: .sending, bytes: data.count, total: data.count))
            return data
        case .stream(let stream):
            var body = Data()
            for try await chunk in try stream.chunks() {
                body += chunk
                request.onProgress?(
                    TransferProgress(direction: .sending, bytes: body.count, total: stream.length))
            }
            return body
        }
    }
}
