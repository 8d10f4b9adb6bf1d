import Reactor
import Foundation
import ReactorServices

extension NetworkCheck {
    /// Checks of the requests that an adapter sends.
    static let requests: [NetworkCheck] = [
        NetworkCheck("sends method, path, query, fields and body unchanged") { checked in
            for method in ["POST", "PUT", "PATCH", "DELETE"] as [HTTPMethod] {
                var properties = MutableRequestProperties(
                    method, "/echo", query: ["a": "x y", "b": "1&2", "a": "ü"],
                    headers: ["X-Test": "täst", "Content-Type": "text/plain"], body: .text("hello \(method)"))
                properties.headers.add("second", for: "X-Other")
                let response = try await checked.gateway.submitRequest(properties)
                try checked.expectEqual(response.status, 200, "the status of \(method)")
                try checked.expectEqual(response.json?["method"]?.string, method.rawValue, "the method")
                try checked.expectEqual(response.json?["body"]?.string, "hello \(method)", "the body of \(method)")
                try checked.expectEqual(response.json?["query"]?.string, "a=x%20y&b=1%262&a=%C3%BC", "the query")
            }
            for arrival in try await checked.arrivals() {
                try checked.expectEqual(arrival.headers["X-Other"], "second", "a field")
            }
        },
        NetworkCheck("sends a file and a stream of unknown length, and reports progress in order") { checked in
            let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                "reactor-check-\(UUID().uuidString)")
            try content.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let pieces = BodyStream(length: nil) {
                AsyncStream<Data> { feed in
                    for start in stride(from: 0, to: content.count, by: 70_000) {
                        feed.yield(content[start..<start + 70_000])
                    }
                    feed.finish()
                }
            }
            for stream in [try BodyStream(file: file.path), pieces] {
                let moved = Synchronized<[TransferProgress]>([])
                let response = try await checked.gateway.put("/empty", body: .stream(stream)) {
                    $0.onProgress = { progress in moved.withLock { $0.append(progress) } }
                }
                try checked.expectEqual(response.status, 204, "the status")
                let sent = moved.withLock { $0 }.filter { $0.direction == .sending }.map(\.bytes)
                try checked.expect(sent == sent.sorted(), "progress decreases: \(sent)")
                try checked.expectEqual(sent.last, content.count, "the last progress")
            }
            let lengths = try await checked.arrivals().map(\.length)
            try checked.expectEqual(lengths, [content.count, content.count], "the received body")
        },
        NetworkCheck("fails a stream that breaks, and one that differs from its declared length") { checked in
            struct Broken: Error {}
            let broken = BodyStream(length: nil) {
                AsyncThrowingStream<Data, any Error> { feed in
                    feed.yield(Data("a".utf8))
                    feed.finish(throwing: Broken())
                }
            }
            try await checked.expectError(Broken.self) {
                try await checked.gateway.put("/echo", body: .stream(broken))
            }
            let short = BodyStream(
                length: 5,
                once: AsyncStream {
                    $0.yield(Data("abc".utf8)); $0.finish()
                })
            try await checked.expectError(
                "that the body's length differs", { try await checked.gateway.put("/echo", body: .stream(short)) }
            ) { $0.kind == .unsendable && "\($0)".contains("5") && "\($0)".contains("3") }
            try await checked.expectError(
                "that the body cannot be read again", { try await checked.gateway.put("/echo", body: .stream(short)) }
            ) { $0.kind == .unsendable }
            let arrivals = try await checked.arrivals()
            try checked.expect(arrivals.isEmpty, "half a body arrived as a request: \(arrivals)")
        },
        NetworkCheck("returns a redirect as the response, and follows none") { checked in
            for (status, method) in [(301, "GET"), (302, "POST"), (303, "PUT"), (307, "GET"), (308, "POST")] {
                var properties = MutableRequestProperties(
                    HTTPMethod(rawValue: method), "/redirect",
                    query: ["status": status, "to": "\(checked.server.storage)/echo"],
                    headers: ["Authorization": "Bearer t0psecret"])
                properties.followRedirects = false
                let response = try await checked.gateway.submitRequest(properties)
                try checked.expectEqual(response.status, status, "the status")
                try checked.expectEqual(response.headers["Location"], "\(checked.server.storage)/echo", "Location")
                try checked.expectEqual(response.url.path, "/redirect", "the path of the response")
            }
            try checked.expectEqual(
                try await checked.arrivals().map(\.host), ["api", "api", "api", "api", "api"], "the hosts")
        },
        NetworkCheck("stores no cookies") { checked in
            try await checked.add(.status(200, headers: ["Set-Cookie": "a=b; Path=/"], path: "/echo"))
            for _ in 1...2 { _ = try await checked.gateway.get("/echo") }
            for arrival in try await checked.arrivals() {
                try checked.expect(!arrival.headers.contains("Cookie"), "a cookie was sent that no request has")
            }
        },
        NetworkCheck("sends many requests concurrently, each answered once") { checked in
            let gateway = try checked.gateway { $0.maxActiveRequests = 8 }
            let bodies = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<200 {
                    group.addTask { try await gateway.post("/echo", body: .text("\(number)")).json?["body"]?.string }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            try checked.expectEqual(bodies, Set((0..<200).map { "\($0)" }), "the responses")
            try checked.expectEqual(try await checked.arrivals().count, 200, "the number of arrivals")
        },
    ]
}
