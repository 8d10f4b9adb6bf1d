import Foundation
import Reactor
import ReactorServices
import Workloads

/// Requests.
extension Growing {
    static let services = [
        Growing("Gateway.get(_:), one after the other", "requests", count: 50) { n, span in
            let gateway = try gateway()
            var answered = 0
            try await span {
                for id in 0..<n where try await gateway.get("/rows/\(id)").status == 200 { answered += 1 }
            }
            try check(answered == n, "\(answered) received a response")
        },
        Growing("Gateway.get(_:), n at once", "requests", count: 50) { n, span in
            let gateway = try gateway()
            let answered = try await span { try await gets(n, gateway) }
            try check(answered == n, "\(answered) received a response")
        },
        Growing("Gateway.get(_:) while n wait, then cancelled, the oldest first", "waiting requests", count: 50) {
            n, span in
            let gateway = try gateway()
            gateway.pause()
            await span {
                let tasks = (0..<n).map { id in Task { try await gateway.get("/rows/\(id)") } }
                for task in tasks { task.cancel() }
                for task in tasks { _ = await task.result }
            }
            gateway.resume()
            let after = try await gateway.get("/rows/0")
            try check(after.status == 200, "the gateway works")
        },
        Growing("InMemoryCacheProvider, stored and found", "answers", count: 50) { n, span in
            let network = InMemoryNetworkAdapter { request, _ in
                .json(200, ["a": 1], headers: ["Cache-Control": "max-age=60"], for: request)
            }
            var parts = GatewayParts(network: network)
            parts.cache = InMemoryCacheProvider(maxCount: 100_000)
            let gateway = try JsonGateway(baseURL: try BaseURL("https://api.example"), parts: parts)
            for id in 0..<n { _ = try await gateway.get("/rows/\(id)") }
            var answered = 0
            try await span {
                for id in 0..<n where try await gateway.get("/rows/\(id)").status == 200 { answered += 1 }
            }
            try check(answered == n, "\(answered) received a response")
        },
        Growing("InMemoryCacheProvider, full", "answers", count: 50) { n, span in
            let network = InMemoryNetworkAdapter { request, _ in
                .json(200, ["a": 1], headers: ["Cache-Control": "max-age=60"], for: request)
            }
            var parts = GatewayParts(network: network)
            parts.cache = InMemoryCacheProvider(maxCount: n)
            let gateway = try JsonGateway(baseURL: try BaseURL("https://api.example"), parts: parts)
            for id in 0..<n { _ = try await gateway.get("/rows/\(id)") }
            var answered = 0
            try await span {
                for id in n..<2 * n where try await gateway.get("/rows/\(id)").status == 200 { answered += 1 }
            }
            try check(answered == n, "\(answered) received a response")
        },
        Growing("PagedSequence", "pages") { n, span in
            let pages = PagedSequence<Int> { token in
                let page = Int(token?.rawValue ?? "0") ?? 0
                return Page(items: [page, page], next: page + 1 < n ? ContinuationToken(rawValue: "\(page + 1)") : nil)
            }
            var items = 0
            try await span { for try await _ in pages { items += 1 } }
            try check(items == 2 * n, "\(items) arrived")
        },
        Growing("SequenceRunner.run(_:)", "steps", count: 25) { n, span in
            let runner = try SequenceRunner(destinations: [.api: .server(try gateway())])
            try await span {
                var cursor = try SequenceCursor(Steps(count: n))
                try await runner.run(&cursor)
            }
        },
        Growing("HeaderFields.add(_:for:)", "fields", count: 25) { n, span in
            var fields = HeaderFields()
            span { for field in 0..<n { fields.add("a", for: "X-Field-\(field)") } }
            try check(fields.contains("X-Field-\(n - 1)"), "not all are there")
        },
        Growing("QueryItems.add(_:for:)", "items") { n, span in
            var items = QueryItems()
            span { for item in 0..<n { items.add(item, for: "item") } }
            try check(items.items.count == n, "not all are there")
        },
    ]

    private static func gateway() throws -> JsonGateway {
        JsonGateway(
            baseURL: try BaseURL("https://api.example"),
            network: InMemoryNetworkAdapter { request, _ in .json(200, ["a": 1], for: request) })
    }

    private static func gets(_ n: Int, _ gateway: JsonGateway) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for id in 0..<n { group.addTask { try await gateway.get("/rows/\(id)").status } }
            return try await group.reduce(into: 0) { if $1 == 200 { $0 += 1 } }
        }
    }
}

/// n requests, one after the other.
private struct Steps: RequestSequence {
    let count: Int
    var done = 0

    mutating func nextRequest(previous: Exchange?) -> RequestDescription? {
        guard done < count else { return nil }
        done += 1
        return RequestDescription(operation: "Row.set", step: "s\(done)", method: .put, target: .path("/rows/\(done)"))
    }
}
