import Reactor
import ReactorFoundation

/// A network adapter that calls a closure, for tests and demonstrations.
///
/// It fulfills the requirements of an adapter: it reads streamed bodies, reports progress, and applies the limit of
/// responses. The closure is called again for each redirect that the gateway follows.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, body in
///     request.path == "/weights" ? .json(200, [81.5], for: request) : .empty(404, for: request)
/// }
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// ```
public final class InMemoryNetworkAdapter: NetworkAdapter {
    /// A request that arrived.
    public struct Arrival: Sendable {
        /// The request as it arrived. After a redirect, this is the request to the new address.
        public let request: Request
        /// The complete body, also if it was streamed. Empty if there is none.
        public let body: Data
    }

    private let answer: @Sendable (Request, Data) async throws -> Response
    private let seen = Guarded<[Arrival]>([])

    /// - Parameter answer: A closure that receives a request and its complete body, and returns the response.
    public init(_ answer: @escaping @Sendable (Request, Data) async throws -> Response) { self.answer = answer }

    /// All requests that arrived, in order, including those without a response.
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
        case .value, .multipart: throw GatewayError.unwrittenBody
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

extension Response {
    /// Creates a response to `request` with a JSON body, for an ``InMemoryNetworkAdapter``.
    public static func json(
        _ status: Int = 200, _ value: JSON, headers: HeaderFields = [:], for request: Request
    ) -> Response {
        var headers = headers
        if !headers.contains("Content-Type") { headers["Content-Type"] = MediaType.json.description }
        return Response(status: status, headers: headers, body: Data(value.bytes()), url: request.url)
    }

    /// Creates a response to `request` with a text as its body.
    public static func text(
        _ status: Int = 200, _ text: String, headers: HeaderFields = [:], for request: Request
    ) -> Response {
        Response(status: status, headers: headers, body: Data(text.utf8), url: request.url)
    }

    /// Creates a response to `request` without a body.
    public static func empty(_ status: Int, headers: HeaderFields = [:], for request: Request) -> Response {
        Response(status: status, headers: headers, url: request.url)
    }
}
