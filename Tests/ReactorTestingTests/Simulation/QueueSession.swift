import Reactor
import ReactorOffline
import ReactorServices
import ReactorTesting

/// Likes that wait in a queue of changes, offline and online.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
enum QueueSession {
    private struct Like: OfflineChange {
        var post: String
        var isLiked: Bool

        var lane: LaneName { LaneName(rawValue: post) }
        var entities: [any Hashable & Sendable] { [post] }
        var requests: any RequestSequence {
            DescribedChange(
                lane: lane,
                steps: [
                    RequestDescription(
                        operation: "like", step: "put", method: .put, target: .path("likes/\(post)"),
                        body: .text("\(isLiked)"))
                ])
        }
        var predicted: [any Event] { [Liked(post: post, isLiked: isLiked)] }
    }

    private struct Liked: Event {
        var post: String
        var isLiked: Bool
    }

    private struct Likes: State {
        var liked: [String: Bool] = [:]

        mutating func react(to event: any Event) {
            if let event = event as? Liked { liked[event.post] = event.isLiked }
        }
    }

    static func run(in sim: Simulation) async throws {
        var random = sim.random
        let service = sim.service("likes", faults: .hostile)
        let network = InMemoryNetworkAdapter { request, _ in
            do {
                try await service.call(request.path) {}
                return .empty(204, for: request)
            } catch is SimulatedFault {
                throw GatewayError.connectionLost(host: "api.test")
            }
        }
        var parts = GatewayParts(network: network)
        parts.runtime = sim.runtime("gateway")
        let queue = try await ChangeQueue<Like>.open(
            journal: "/queue", configuration: sim.journal("likes", on: SimulatedDisk()),
            destinations: [.api: .server(try JsonGateway(baseURL: BaseURL("https://api.test"), parts: parts))],
            options: ChangeQueueOptions(isOnline: random.chance(50), runtime: sim.runtime("queue")),
            audience: .core(sim.core("app", state: Likes())))
        for number in 1...8 {
            _ = try await queue.enqueue(Like(post: "\(random.below(3))", isLiked: number % 2 == 0))
            if random.chance(40) { await queue.setOnline(random.chance(60)) }
            try await sim.pass(.milliseconds(random.number(in: 0...80)))
        }
        sim.calm()
        await queue.setOnline(true)
        await queue.idle()
        try await queue.close()
    }
}
