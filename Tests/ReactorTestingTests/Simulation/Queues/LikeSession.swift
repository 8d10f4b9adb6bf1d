import Reactor
import ReactorOffline
import ReactorServices
import ReactorTesting

/// A like that is refused once, toggled ten times, offline and online.
enum LikeSession {
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

    private struct Liked: Event, Codable {
        var post: String
        var isLiked: Bool
    }

    private struct LikesRead: Event { var likes: [String: Bool] }

    private struct Posts: State {
        var likes: [String: Bool] = [:]
        var waiting: [ChangeID: ChangeID] = [:]

        mutating func react(to event: any Event) {
            switch event {
            case let event as Liked: likes[event.post] = event.isLiked
            case let event as LikesRead: likes = event.likes
            case let event as ChangeEvent:
                if case .waiting(let letter) = event.phase {
                    waiting[event.id] = letter
                } else {
                    waiting[event.id] = nil
                }
            default: break
            }
        }
    }

    /// - Parameter policy: The effect of a refused like on later ones; nil for the default of a queue.
    /// - Parameter isSuspended: Whether the queue is suspended again and again, and its dead letters are retried.
    /// - Returns: whether one was refused.
    @discardableResult
    static func run(policy: LanePolicy? = nil, isSuspended: Bool = false, in sim: Simulation) async throws -> Bool {
        var random = sim.random
        let refused = random.number(in: 1...10)
        let server = SimulatedServer { $0 == refused }
        let service = sim.service("likes", faults: .hostile)
        let core = sim.core("app", state: Posts())
        let runtime = sim.runtime("queue")
        let isOnline = random.chance(50)
        let queue = try await ChangeQueue<Like>.open(
            journal: "/queue", configuration: sim.journal("likes", on: SimulatedDisk()),
            destinations: [.api: .server(try server.gateway(sim, service))],
            options: policy.map { policy in
                ChangeQueueOptions(lanePolicy: { _ in policy }, isOnline: isOnline, runtime: runtime)
            } ?? ChangeQueueOptions(isOnline: isOnline, runtime: runtime),
            audience: .core(core))
        let system = sim.start("the system") {
            for _ in 0..<(isSuspended ? 4 : 0) {
                try await sim.sleep(for: .milliseconds(50))
                try await queue.suspend()
                try await sim.sleep(for: .milliseconds(20))
                try await queue.resume()
            }
        }
        var wanted: Bool?
        var last: ChangeID?
        for _ in 1...10 {
            let isLiked = !(wanted ?? false)
            let taken = try await sim.step("toggle") { try await queue.enqueue(Like(post: "p", isLiked: isLiked)) }
            if let taken {
                (wanted, last) = (isLiked, taken.id)
                let letters = await queue.deadLetters.map(\.id)
                try await sim.expect("it waits behind no dead letter") {
                    taken.waitsBehind.map(letters.contains) ?? true
                }
            }
            if random.chance(30) {
                let isOnline = random.chance(60)
                await queue.setOnline(isOnline)
            }
            if random.chance(20) {
                sim.start("refresh") {
                    try? await core.readBetweenChanges {
                        let values = try await service.call("read") { await server.values }
                        return [LikesRead(likes: values["likes/p"].map { ["p": $0 == "true"] } ?? [:])]
                    }
                }
            }
            try await sim.sleep(for: .milliseconds(random.number(in: 0...80)))
        }
        sim.endFaults()
        await system.value
        await queue.setOnline(true)
        await queue.idle()
        await sim.settled()
        let (letters, queued) = (await queue.deadLetters, await queue.queued)
        let there = await server.values["likes/p"].map { $0 == "true" }
        let (shown, waiting) = await (core.state.likes["p"], core.state.waiting)
        if letters.contains(where: { $0.id == last }) {
            // The last change itself was refused, and the dead letter contains the reason.
            try await sim.expect("it shows \(String(describing: shown)), \(String(describing: there)) is there") {
                shown == there || queued.isEmpty
            }
        } else if let change = queued.last {
            try await sim.expect("\(change.id) waits and does not say why; \(waiting)") {
                policy == .stops && change.waitsBehind == letters.first?.id
                    && Set(waiting.keys) == Set(queued.map(\.id)) && shown == wanted
            }
            sim.sometimes("changes wait behind a dead letter and say so")
        } else {
            try await sim.expect("\(String(describing: wanted)) was left, \(String(describing: there)) is there") {
                there == wanted && shown == wanted && waiting.isEmpty
            }
            sim.sometimes("it ends as the user left it")
        }
        if isSuspended {
            for letter in letters { try await queue.retry(letter.id) }
            await queue.idle()
        }
        for letter in letters { try await queue.drop(letter.id) }
        await queue.idle()
        try await sim.expect("something waits without a dead letter") {
            let left = await (queue.queued.count, core.state.waiting)
            return left.0 == 0 && left.1.isEmpty
        }
        try await queue.close()
        return !letters.isEmpty
    }
}
