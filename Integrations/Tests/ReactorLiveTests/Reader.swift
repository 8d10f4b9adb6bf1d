import Foundation
import ReactorRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of a browser to the inspector at an address.
struct Reader: Sendable {
    let address: URLComponents

    init(_ address: String) throws { self.address = try #require(URLComponents(string: address)) }

    func request(
        _ path: String, _ query: String = "", token: String? = nil, host: String? = nil, body: String? = nil
    ) throws -> URLRequest {
        var components = address
        components.path = path
        let own = address.query ?? ""
        components.query = (token.map { $0.isEmpty ? "" : "token=\($0)" } ?? own) + query
        var request = URLRequest(url: try #require(components.url))
        if let host { request.setValue(host, forHTTPHeaderField: "Host") }
        request.httpMethod = body == nil ? "GET" : "POST"
        request.httpBody = body.map { Data($0.utf8) }
        return request
    }

    func answer(to request: URLRequest) async throws -> (status: Int, text: String) {
        let (data, response) = try await URLSession.shared.data(for: request)
        return (try #require(response as? HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
    }

    func get(_ path: String) async throws -> String { try await answer(to: request(path)).text }

    func post(_ path: String, _ body: String) async throws -> (status: Int, text: String) {
        try await answer(to: request(path, body: body))
    }

    /// The numbers of the entries in the page.
    func entries() async throws -> [Int] {
        let page = try await get("/")
        return try page.components(separatedBy: #"class="steps">"#).dropFirst()
            .compactMap { $0.components(separatedBy: "</script>").first }
            .flatMap { try JSON(parsing: $0).array ?? [] }.compactMap { $0[0]?.int }
    }

    /// The events that a page receives.
    func events(from: Int = 0, after seq: Int) throws -> EventStream {
        EventStream(try request("/events", "&from=\(from)&after=\(seq)"))
    }
}

/// Server-sent events, as they arrive.
struct EventStream: AsyncSequence {
    struct Event {
        var kind = "message"
        var id: String?
        var data = ""
    }

    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        let chunks: AsyncThrowingStream<Data, any Error>.Continuation

        init(_ chunks: AsyncThrowingStream<Data, any Error>.Continuation) { self.chunks = chunks }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            chunks.yield(data)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            chunks.finish(throwing: error)
        }
    }

    private let chunks: AsyncThrowingStream<Data, any Error>

    init(_ request: URLRequest) {
        let (chunks, yield) = AsyncThrowingStream.makeStream(of: Data.self)
        self.chunks = chunks
        let session = URLSession(configuration: .default, delegate: Delegate(yield), delegateQueue: nil)
        let task = session.dataTask(with: request)
        yield.onTermination = { _ in session.invalidateAndCancel() }
        task.resume()
    }

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: AsyncThrowingStream<Data, any Error>.AsyncIterator
        private var text = ""

        fileprivate init(chunks: AsyncThrowingStream<Data, any Error>.AsyncIterator) { self.chunks = chunks }

        mutating func next() async throws -> Event? {
            while true {
                if let end = text.range(of: "\n\n") {
                    var event = Event()
                    for line in text[..<end.lowerBound].split(separator: "\n") {
                        if line.hasPrefix("event: ") { event.kind = String(line.dropFirst(7)) }
                        if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                        if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
                    }
                    text.removeSubrange(..<end.upperBound)
                    return event
                }
                guard let chunk = try await chunks.next() else { return nil }
                text += String(decoding: chunk, as: UTF8.self)
            }
        }

        /// The numbers of the arriving rows, up to this number.
        mutating func entries(through seq: Int) async throws -> [Int] {
            var entries: [Int] = []
            while entries.last ?? 0 < seq, let event = try await next() {
                guard event.kind == "message", !event.data.isEmpty else { continue }
                let rows = try #require(try JSON(parsing: event.data)["rows"]?.array)
                entries += rows.compactMap { $0[0]?.int }
                #expect(event.id == entries.last.map { "\($0)" })
            }
            return entries
        }
    }
}
