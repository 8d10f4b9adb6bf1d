import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import ReactorServices

/// Sends requests over AsyncHTTPClient: HTTP/1.1 and HTTP/2, pinned certificates and proxies, the same on every system.
///
/// ```swift
/// import ReactorHTTPClient
/// import ReactorServices
///
/// func makeGateway() throws -> JsonGateway {
///     JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: HTTPClientNetworkAdapter())
/// }
/// ```
///
/// Nothing that a server does ends the process. It keeps no cookies, no cache and no credentials.
///
/// Safe requests without a body share a persistent connection; if it has died in the meantime, the request is sent again, over
/// a fresh one. Every other request has its own connection, since the client cannot know whether a request arrived over a
/// connection that died.
///
/// ``/ReactorServices/MutableRequestProperties/onBody`` is called by the task that reads: a slow receiver holds the server back,
/// and at most a few pieces wait in memory.
public final class HTTPClientNetworkAdapter: NetworkAdapter {
    private let configuration: HTTPClient.Configuration
    private let pinning: CertificatePinning?
    /// By origin, since the check of a certificate needs to know which host it must be for.
    private let clients = NIOLockedValueBox<[BaseURL.Origin: OriginClients]>([:])

    /// An adapter with its own connections, which are closed when it is released.
    ///
    /// - Parameter configuration: Trust, versions of HTTP, a proxy, decompression, the connect timeout. The adapter sets the
    ///   options that the gateway is responsible for: redirects, and the reuse of connections. Spans are off, since they would
    ///   contain the signature of an address.
    public convenience init(_ configuration: HTTPClient.Configuration = .init()) {
        self.init(configuration, pinning: nil)
    }

    private init(_ configuration: HTTPClient.Configuration, pinning: CertificatePinning?) {
        self.configuration = configuration
        self.pinning = pinning
    }

    /// An adapter with its own connections to servers that present one of these certificates or keys.
    ///
    /// A server's own certificate is compared, never that of the authority that has signed it.
    ///
    /// - Parameter pinning: the certificates and keys, of which a server must show one.
    public func pinned(by pinning: CertificatePinning) -> any NetworkAdapter {
        HTTPClientNetworkAdapter(configuration, pinning: pinning)
    }

    /// Sends `request`, once; a safe one without a body a second time, if its connection has died.
    ///
    /// - Parameter request: The request to send.
    /// - Throws: `GatewayError`, `CancellationError`, or the error of reading a streamed body.
    public func send(_ request: Request) async throws -> Response {
        let origin = request.base.origin
        if pinning != nil, origin.scheme != "https" { throw GatewayError.certificateRefused(host: origin.host) }
        let clients = clients.withLockedValue { clients in
            let known = clients[origin] ?? OriginClients(configuration, origin, pinning)
            clients[origin] = known
            return known
        }
        // If they were released with the adapter, they would end the requests in flight.
        defer { withExtendedLifetime(clients) {} }
        if case .stream = request.body { return try await Sending(request: request).run(over: clients.streaming) }
        guard request.method.isSafe, case .none = request.body else {
            return try await Sending(request: request).run(over: clients.fresh)
        }
        do {
            return try await Sending(request: request).run(over: clients.kept)
        } catch let error as GatewayError where error == .connectionLost(host: origin.host) {
            return try await Sending(request: request).run(over: clients.fresh)
        }
    }
}

/// One attempt to send a request, and its response.
private struct Sending {
    let request: Request
    private var host: String { request.base.origin.host }

    func run(over client: HTTPClient) async throws -> Response {
        var sent = HTTPClientRequest(url: request.url.absoluteString)
        sent.method = .init(rawValue: request.method.rawValue)
        for field in request.headers.fields { sent.headers.add(name: field.name, value: field.value) }
        switch request.body {
        case .none: break
        case .bytes(let data), .typed(let data, _): sent.body = .bytes(ByteBuffer(bytes: data))
        case .stream(let stream):
            let length = stream.length.map { HTTPClientRequest.Body.Length.known(Int64($0)) } ?? .unknown
            let chunks = Outgoing(stream: stream, request: request, loop: client.eventLoopGroup.any())
            sent.body = .stream(chunks, length: length)
        case .value, .multipart:
            throw GatewayError.connectionFailed(host: host, reason: "a gateway has not written the request's body")
        }
        let answer: HTTPClientResponse
        do {
            answer = try await client.execute(sent, deadline: .distantFuture)
        } catch {
            throw otherCause(of: error) ?? Failures.beforeAnswer(error, host: host)
        }
        if case .bytes(let data) = request.body {
            request.onProgress?(TransferProgress(direction: .sending, bytes: data.count, total: data.count))
        }
        return try await read(answer)
    }

    private func read(_ answer: HTTPClientResponse) async throws -> Response {
        let status = Int(answer.status.code)
        let headers = HeaderFields(answer.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) })
        var response = Response(status: status, headers: headers, url: request.url)
        let expected = headers.contains("Content-Encoding") ? nil : headers["Content-Length"].flatMap { Int($0) }
        // The maximum size of the body of an error, if no limit was set.
        let limit = request.answerLimit ?? (response.isSuccess ? .max : 1 << 20)
        let tooLarge = GatewayError.answerTooLarge(status: status, limit: limit, type: headers["Content-Type"])
        if response.isSuccess, request.method != .head, let expected, expected > limit { throw tooLarge }
        var (pieces, received) = (answer.body.makeAsyncIterator(), 0)
        while true {
            let piece: ByteBuffer?
            do {
                piece = try await pieces.next()
            } catch {
                if let cause = otherCause(of: error) { throw cause }
                guard let encoding = headers["Content-Encoding"], Failures.isOfDecoding(error) else {
                    throw GatewayError.truncatedAnswer(received: received, expected: expected)
                }
                if response.isSuccess {
                    throw GatewayError.undecodableAnswer(
                        status: status, encoding: encoding, type: headers["Content-Type"])
                }
                // The status of an error is sufficient.
                response.body = Data()
                return response
            }
            guard let piece else { break }
            let data = Data(piece.readableBytesView)
            guard received + data.count <= limit else {
                if response.isSuccess { throw tooLarge }
                // The status of an error is sufficient.
                response.body = Data()
                return response
            }
            if response.isSuccess, let onBody = request.onBody {
                try onBody(BodyPiece(data: data, offset: received))
            } else {
                response.body += data
            }
            received += data.count
            request.onProgress?(TransferProgress(direction: .receiving, bytes: received, total: expected))
        }
        return response
    }

    /// The reason of its end, if the connection is not the cause.
    private func otherCause(of error: any Error) -> (any Error)? {
        Task.isCancelled ? CancellationError() : (error as? Outgoing.ReadingFailed)?.cause
    }
}

/// The chunks of a streamed body, as they are requested.
private struct Outgoing: AsyncSequence, Sendable {
    let stream: BodyStream
    let request: Request
    /// The task that sends the chunks.
    let loop: any EventLoop

    /// The error of reading the chunks: not an error of the underlying libraries, although it may have such a type.
    struct ReadingFailed: Error { let cause: any Error }

    struct AsyncIterator: AsyncIteratorProtocol {
        let outgoing: Outgoing
        var chunks: BodyChunks.AsyncIterator?
        var given = 0
        /// The number of bytes that were passed since the last wait for the loop.
        var ahead = 0

        mutating func next() async throws -> ByteBuffer? {
            do {
                // The client notices on its loop that a connection is full, and waits from then on. Before that it accepts all
                // data, and a source that is faster than the loop would fill the memory.
                if ahead >= Outgoing.window {
                    try await outgoing.loop.submit {}.get()
                    ahead = 0
                }
                chunks = try chunks ?? outgoing.stream.chunks().makeAsyncIterator()
                guard let chunk = try await chunks?.next() else { return nil }
                given += chunk.count
                ahead += chunk.count
                outgoing.request.onProgress?(
                    TransferProgress(direction: .sending, bytes: given, total: outgoing.stream.length))
                return ByteBuffer(bytes: chunk)
            } catch {
                throw ReadingFailed(cause: error)
            }
        }
    }

    /// As many bytes as fill a connection.
    private static let window = 1 << 16

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(outgoing: self) }
}
