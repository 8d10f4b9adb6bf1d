import FlyingFox
import FlyingSocks
import Foundation
public import Reactor
public import ReactorRecording

/// Serves the inspector's page of a journal while a program writes it, to browsers on the same machine.
///
/// ```swift
/// func inspect<App>(_ opened: OpenedCore<App>, in folder: String, _ catalog: EventCatalog<App>) async throws {
///     let inspector = LiveInspector(of: folder, catalog: catalog) { await opened.core.submit(event: $0) }
///     try await inspector.run { address in print("The inspector is at", address) }
/// }
/// ```
///
/// | request | answer |
/// |---|---|
/// | `GET /` | the page, which follows |
/// | `GET /events` | later entries, as server-sent events |
/// | `POST /fire` | fires the event in the body; 409 contains the reason if it was refused |
/// | `POST /try` | applies the event in the body to a copy of the state, after the entry `at` or the last, and returns the changes |
///
/// A body is written as a line of the journal is: `{"event": "noted", "v": 1, "payload": {"text": "Milk"}}`.
///
/// A request without the token of the address is refused. So is a request in the name of another host, which a page of another
/// site could send. Each inspector has a different token.
public struct LiveInspector<App: State & Codable>: Sendable {
    /// Fires an event of the inspected program, and returns the reason if it was refused; nil if it was applied.
    public typealias Firing = @Sendable (any Event) async throws -> Refusal?

    private let feed: LiveFeed<App>
    private let fire: Firing?
    private let token: String

    /// An inspector of the journal in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder of the journal.
    ///   - catalog: The catalog of its events.
    ///   - redactor: The redactor of secrets, which never leave the inspector.
    ///   - fire: A closure that fires an event; without it `/fire` is refused.
    public init(
        of folder: String, catalog: EventCatalog<App>, redactor: Redactor = .confidential, fire: Firing? = nil
    ) {
        feed = LiveFeed(folder, catalog, redactor)
        self.fire = fire
        token = (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    /// Serves until its task is canceled. It begins when there is a journal that can be read.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1 and ::1; 0 for a free port.
    ///   - ready: A closure that receives the address to open, which contains the token.
    /// - Throws: `JournalError` or `ReplayError` if the journal cannot be read, or not further; ``PortTaken``, or another error
    ///   of the server.
    public func run(port: UInt16 = 0, ready: @escaping @Sendable (String) -> Void) async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (beginnings, began) = AsyncStream.makeStream(of: Void.self)
                group.addTask {
                    defer { began.finish() }
                    try await feed.follow { began.yield() }
                }
                group.addTask {
                    for await _ in beginnings { return try await serve(port, ready) }
                }
                for try await _ in group {}
            }
        } catch {
            guard Task.isCancelled else { throw error }
        }
    }

    private func serve(_ port: UInt16, _ ready: @escaping @Sendable (String) -> Void) async throws {
        let server = listener(at: try .inet(ip4: "127.0.0.1", port: port))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await run(server, at: port) }
            group.addTask {
                try await server.waitUntilListening()
                guard case .ip4(_, let port) = await server.listeningAddress else { return }
                ready("http://127.0.0.1:\(port)/?token=\(token)")
                do {
                    try await run(listener(at: try .inet6(ip6: "::1", port: port)), at: port)
                } catch {
                    // A machine without IPv6 has no such address.
                    guard error.isWithoutIPv6 else { throw error }
                }
            }
            for try await _ in group {}
        }
    }

    private func run(_ server: HTTPServer, at port: UInt16) async throws {
        do {
            try await server.run()
        } catch let error as SocketError {
            guard error.code == EADDRINUSE else { throw error }
            throw PortTaken(port: port)
        }
    }

    private func listener(at address: some SocketAddress) -> HTTPServer {
        HTTPServer(address: address, timeout: 60, logger: .disabled, handler: ClosureHTTPHandler(answer))
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.isLocal, request.query["token"]?.isSame(as: token) == true else {
            return .text(.forbidden, "The address has no token. Open the address that the inspector printed.")
        }
        do {
            switch (request.method, request.path) {
            case (.GET, "/"):
                return .answer(
                    "text/html; charset=utf-8",
                    HTTPBodySequence(data: Data(await feed.page()), suggestedBufferSize: 1 << 16))
            case (.GET, "/events"):
                // A browser that reconnects sends its last entry.
                let place = request.headers[HTTPHeader("Last-Event-ID")] ?? request.query["after"] ?? ""
                guard let after = UInt64(place), let from = request.query["from"].flatMap({ UInt64($0) }) else {
                    return .text(.badRequest, "`from` and `after` are missing. Send them as the page does.")
                }
                return .answer(
                    "text/event-stream", HTTPBodySequence(from: LiveEvents(feed: feed, from: from, after: after)))
            case (.POST, "/fire"):
                guard let fire else { return .text(.forbidden, "The inspector has no `fire` closure.") }
                let refusal = try await fire(feed.catalog.decode(RecordedEvent(request.json)))
                return refusal.map { .text(.conflict, "\($0)") } ?? .text(.ok, "Applied.")
            case (.POST, "/try"):
                let body = try await request.json
                return .json(
                    try await feed.trial(of: RecordedEvent(body), at: body["at"]?.int.map { UInt64(max(0, $0)) }))
            default: return .text(.notFound, "This path does not exist. Use `/`, `/events`, `/fire` or `/try`.")
            }
        } catch {
            return .text(.badRequest, "\(error)")
        }
    }
}

/// Another program listens on the port of an inspector.
public struct PortTaken: Error, Hashable, CustomStringConvertible {
    /// The port of the inspector.
    public let port: UInt16

    public var description: String {
        "Port \(port) of this machine is in use. End the program that listens there, or choose another port: 0 for a free one."
    }
}

extension RecordedEvent {
    fileprivate init(_ body: JSON) {
        self.init(
            name: body["event"]?.string ?? "", version: body["v"]?.int ?? 1,
            payload: (body["payload"] ?? [:]).bytes())
    }
}

extension HTTPRequest {
    /// A page of another site may resolve its name to this address, but cannot send this machine's name.
    fileprivate var isLocal: Bool {
        let host = headers[.host] ?? ""
        return ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }

    fileprivate var json: JSON {
        get async throws { try JSON(parsing: await bodyData) }
    }
}

extension HTTPResponse {
    fileprivate static func answer(_ type: String, _ body: HTTPBodySequence, _ status: HTTPStatusCode = .ok)
        -> HTTPResponse
    {
        let headers: HTTPHeaders = [
            .contentType: type, .cacheControl: "no-store", HTTPHeader("Referrer-Policy"): "no-referrer",
            HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("X-Frame-Options"): "DENY",
        ]
        return HTTPResponse(statusCode: status, headers: headers, body: body)
    }

    fileprivate static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        answer("text/plain; charset=utf-8", HTTPBodySequence(data: Data("\(text)\n".utf8)), status)
    }

    fileprivate static func json(_ json: JSON) -> HTTPResponse {
        answer("application/json", HTTPBodySequence(data: Data(json.bytes())))
    }
}

extension String {
    /// In constant time, which does not reveal how much of it is correct.
    fileprivate func isSame(as other: String) -> Bool {
        zip(utf8, other.utf8).reduce(utf8.count ^ other.utf8.count) { $0 | Int($1.0 ^ $1.1) } == 0
    }
}
