import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTesting

/// A queue of likes in a simulation, as the guide "Testing an offline queue" has it.
struct Like: OfflineChange {
    var post: String
    var isLiked: Bool

    var lane: LaneName { LaneName(rawValue: post) }
    var predicted: [any Event] { [Liked(post: post, isLiked: isLiked)] }
    var requests: any RequestSequence {
        let step = RequestDescription(
            operation: "like", step: "put", method: .put, target: .path("likes/\(post)"), body: .text("\(isLiked)"),
            answers: [.json])
        return DescribedChange(lane: lane, steps: [step])
    }
}

struct Liked: Event, Codable {
    var post: String
    var isLiked: Bool
}

struct LikedPosts: State {
    var likes: [String: Bool] = [:]

    mutating func react(to event: any Event) {
        if let event = event as? Liked { likes[event.post] = event.isLiked }
    }
}

actor LikeServer {
    private(set) var likes: [String: String] = [:]
    private var known: Set<String> = []

    func put(_ path: String, _ value: String, key: String) {
        if known.insert(key).inserted { likes[path] = value }
    }

    /// The way to it over a network of a simulation.
    nonisolated func gateway(_ sim: Simulation) throws -> JsonGateway {
        let service = sim.service("likes", faults: .hostile)
        let network = InMemoryNetworkAdapter { request, body in
            let (value, key) = (String(decoding: body, as: UTF8.self), request.headers["Idempotency-Key"] ?? "")
            do {
                try await service.call(key) { await self.put(request.path, value, key: key) }
                return .empty(204, for: request)
            } catch is SimulatedFault {
                throw GatewayError.connectionLost(host: "likes.example")
            }
        }
        var parts = GatewayParts(network: network)
        parts.runtime = sim.runtime("gateway")
        return try JsonGateway(baseURL: BaseURL("https://likes.example"), parts: parts)
    }
}

func checkQueues() async throws {
    try await Simulation.check(seeds: 0..<50) { sim in
        let (server, core, disk) = (LikeServer(), sim.core("app", state: LikedPosts()), SimulatedDisk())
        var random = sim.random
        let gateway = try server.gateway(sim)
        @Sendable func open(_ life: String) async throws -> ChangeQueue<Like> {
            try await ChangeQueue.open(
                journal: "/likes", account: "anna", configuration: sim.journal("likes", on: disk),
                destinations: [.api: .server(gateway)], options: ChangeQueueOptions(runtime: sim.runtime(life)),
                audience: .core(core))
        }
        let first = try await open("first life")
        for isLiked in [true, false, true] { try await first.enqueue(Like(post: "7", isLiked: isLiked)) }
        try await sim.sleep(for: .milliseconds(random.number(in: 0...300)))
        disk.crash(losesPower: true, &random)
        try? await first.close()
        let second = try await open("second life")
        await second.idle()
        await core.settled()
        try await sim.expect("a like is lost") { await server.likes == ["likes/7": "true"] }
        try await second.close()
    }
}
