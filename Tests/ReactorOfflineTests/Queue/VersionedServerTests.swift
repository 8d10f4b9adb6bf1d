import Foundation
import Reactor
import ReactorLoopbackSupport
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

/// A title with the version on which it is based.
private struct Retitle: OfflineChange {
    var id: String
    var title: String
    var etag: String

    var lane: LaneName { LaneName(rawValue: id) }
    var requests: any RequestSequence { get throws { try requests(after: nil) } }
    var predicted: [any Event] { [Retitled(id: id, title: title, etag: etag)] }

    func requests(after previous: Exchange?) throws -> any RequestSequence {
        DescribedChange(
            lane: lane,
            steps: [
                RequestDescription(
                    operation: "title", step: "put", method: .put, target: .path("weights/\(id)"),
                    headers: ["If-Match": previous?.headers["ETag"] ?? etag], body: try .json(["title": title]))
            ])
    }

    func resolution(answers: [Exchange]) -> Resolution {
        .commit(with: [Retitled(id: id, title: title, etag: answers.last?.headers["ETag"] ?? etag)])
    }
}

private struct Retitled: Event, Codable {
    var id: String
    var title: String
    var etag: String
}

private struct Titles: State, Codable {
    var rows: [String: Retitled] = [:]

    mutating func react(to event: any Event) {
        if let event = event as? Retitled { rows[event.id] = event }
    }

    static var catalog: EventCatalog<Titles> { EventCatalog(events: [.event(Retitled.self, as: "retitled")]) }
}

/// A server that accepts a title only with its current version.
private final class TitleServer: Sendable {
    private struct Content {
        var rows: [String: (title: String, version: Int)] = [:]
        var answered: [String: Response] = [:]
        var conflicts: [String] = []
    }

    private let content = Locked(Content())

    func version(of id: String) -> Int { content.withLock { $0.rows[id]?.version ?? 0 } }
    func title(of id: String) -> String? { content.withLock { $0.rows[id]?.title } }
    /// The titles that were refused.
    var conflicts: [String] { content.withLock { $0.conflicts } }

    func write(_ id: String, _ title: String) {
        content.withLock { $0.rows[id] = (title, ($0.rows[id]?.version ?? 0) + 1) }
    }

    /// The network of a process, while it runs.
    func network(of process: Locked<Bool>) -> InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { request, body in
            guard process.copy else { throw GatewayError.connectionLost(host: "api.test") }
            let id = String(request.path.dropFirst("weights/".count))
            let key = request.headers["Idempotency-Key"] ?? ""
            return self.content.withLock { content in
                if let known = content.answered[key] { return known }
                let title = (try? JSONDecoder().decode([String: String].self, from: body))?["title"] ?? ""
                let version = content.rows[id]?.version ?? 0
                guard request.headers["If-Match"] == "\"\(version)\"" else {
                    content.conflicts.append(title)
                    return Response(status: 412, headers: [:], body: Data(), url: request.url)
                }
                content.rows[id] = (title, version + 1)
                let answer = Response(
                    status: 200, headers: ["ETag": "\"\(version + 1)\""], body: Data(), url: request.url)
                content.answered[key] = answer
                return answer
            }
        }
    }
}

@Suite("Changes for a server that checks versions")
struct VersionedServerTests {
    @Test(
        "Two offline changes of one row arrive at a real server, and a change of another device is a conflict",
        .enabled(if: LoopbackServer.isAvailable))
    func overHTTP() async throws {
        let server = try LoopbackServer()
        let gateway = JsonGateway(baseURL: server.api, network: URLSessionNetworkAdapter())
        let first = try await gateway.put("weights/7", body: .json(["title": "first"]))
        let etag = try #require(first.headers["ETag"])
        let bench = QueueBench()
        let core = Core(state: Titles())
        let queue = try await ChangeQueue<Retitle>.open(
            journal: "/queue", configuration: bench.disk.configuration(),
            destinations: [.api: .server(gateway)], options: ChangeQueueOptions(isOnline: false), audience: .core(core))
        for title in ["second", "third"] {
            try await queue.enqueue(Retitle(id: "7", title: title, etag: etag))
        }
        try await server.loseAnswers(1, under: "/weights")
        await queue.setOnline(true)
        await queue.idle()
        #expect(await queue.status.deadLetters == 0)
        await core.settled()
        let shown = try #require(await core.state.rows["7"])
        #expect(shown.title == "third" && shown.etag != etag)
        #expect(try await gateway.get("weights/7").headers["ETag"] == shown.etag)
        // Another device changes the row.
        _ = try await gateway.put("weights/7", body: .json(["title": "theirs"]))
        try await queue.enqueue(Retitle(id: "7", title: "fourth", etag: shown.etag))
        await queue.idle()
        #expect(await queue.deadLetters.map(\.refusal.status) == [412])
        #expect(await core.state.rows["7"]?.title == "third")
        try await queue.close()
    }

    @Test("Without another device, no change is a conflict, whatever is edited, dropped, retried or killed")
    func model() async throws {
        for seed in Loops.seeds(of: 400, atLeast: 40) {
            var random = SeededRandom(seed: seed)
            let server = TitleServer()
            var bench = QueueBench()
            bench.random = seed << 20
            bench.isOnline = false
            var (numbers, story) = (0, [String]())
            for life in 0..<3 {
                let isRunning = Locked(true)
                let app = try await Core.open(
                    journal: "/app", initial: Titles(), catalog: Titles.catalog,
                    configuration: bench.disk.configuration(), runtime: bench.runtime)
                let queue = try await ChangeQueue<Retitle>.open(
                    journal: "/queue", configuration: bench.disk.configuration(),
                    destinations: [.api: .server(try makeGateway(server.network(of: isRunning)))],
                    options: ChangeQueueOptions(isOnline: false, runtime: bench.runtime), audience: .opened(app))
                steps: for _ in 0..<(life == 2 ? 0 : random.number(in: 3...10)) {
                    let id = ["a", "b"][random.below(2)]
                    numbers += 1
                    let etag = await app.core.state.rows[id]?.etag ?? "\"0\""
                    let change = Retitle(id: id, title: "\(numbers)", etag: etag)
                    let queued = random.pick(await queue.queued.filter { !$0.hasBegun })
                    switch random.below(8) {
                    case 0...3: try await queue.enqueue(change)
                    case 4:
                        guard let queued else { continue }
                        let base = await app.core.state.rows[queued.change.id]?.etag ?? "\"0\""
                        try await queue.edit(
                            queued.id, to: Retitle(id: queued.change.id, title: "\(numbers)", etag: base))
                    case 5: if let queued { try await queue.drop(queued.id) }
                    default:
                        await queue.setOnline(true)
                        // Otherwise, the process ends during the push.
                        if random.chance(30) { break steps }
                        await queue.idle()
                        await queue.setOnline(false)
                    }
                }
                if life == 2 {
                    await queue.setOnline(true)
                    await queue.idle()
                    await app.core.settled()
                    for id in ["a", "b"] {
                        let row = await app.core.state.rows[id]
                        let isEqual = row?.title == server.title(of: id)
                        if !isEqual {
                            story.append("\(id) shows \(row?.title ?? "–"), not \(server.title(of: id) ?? "–")")
                        }
                    }
                }
                isRunning.withLock { $0 = false }
                let disk = bench.disk.copy()
                try await queue.close()
                try await app.close()
                bench.disk = random.chance(60) ? disk : bench.disk.copy()
            }
            #expect(server.conflicts.isEmpty && story.isEmpty, "seed \(seed): \(server.conflicts) \(story)")
        }
    }

    @Test("A change that is queued can be edited in its place until a step was sent")
    func editQueued() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let core = Core(state: Shelf(), runtime: bench.runtime)
        let queue = try await bench.queue(.core(core))
        for name in ["g1", "g2"] { try await queue.enqueue(Edit(name)) }
        try await queue.edit("g1", to: Edit("g7"))
        #expect(await queue.queued.map(\.change.name) == ["g7", "g2"])
        #expect(await core.state.names == ["g": "g2"])
        try await queue.edit("g2", to: Edit("h2"))
        #expect(await core.state.names == ["g": "g7", "h": "h2"])
        bench.service.plan("g1/1/g7/s0", .loses)
        await queue.setOnline(true)
        await bench.service.arrived(2)
        await queue.setOnline(false)
        await queue.idle()
        await #expect(throws: ChangeQueueError.sending("g1")) { try await queue.edit("g1", to: Edit("g8")) }
        await queue.setOnline(true)
        await queue.idle()
        #expect(bench.service.done == ["g": ["g7/0"], "h": ["h2/0"]])
        #expect(await core.state.names == ["g": "g7, saved", "h": "h2, saved"])
        try await queue.close()
    }
}
