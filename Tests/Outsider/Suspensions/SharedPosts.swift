import Foundation
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTesting

/// An app that suspends its journal and its queue, and an extension that writes both in the meantime, as in the guide
/// "Suspension and extensions".
struct SharedPosts: State, Codable {
    var likes: [String: Bool] = [:]

    mutating func react(to event: any Event) {
        if let event = event as? Liked { likes[event.post] = event.isLiked }
    }

    static let catalog = EventCatalog<SharedPosts>(events: [.event(Liked.self, as: "liked")])
}

func checkSuspensions() async throws {
    try await checkSuspendedApp()
    let folder = DiaryFolder().path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let app = try await Core.open(
        journal: folder, initial: SharedPosts(), catalog: SharedPosts.catalog,
        configuration: JournalConfiguration(app: "posts"))
    app.core.fire(event: Liked(post: "7", isLiked: true))
    try await app.suspend()
    let seen = try SharedPosts.catalog.state(of: folder).likes
    await Check.holds(seen == ["7": true], "a widget reads what a suspended app has written: \(seen)")
    try await app.close()
}

private func checkSuspendedApp() async throws {
    try await Simulation.check(seeds: 0..<20) { sim in
        let (server, disk) = (LikeServer(), SimulatedDisk())
        let gateway = try server.gateway(sim)
        @Sendable func open(_ name: String, leavesPending: Bool = false) async throws -> OpenedCore<SharedPosts> {
            try await Core.open(
                journal: "/posts", initial: SharedPosts(), catalog: SharedPosts.catalog,
                configuration: sim.journal("posts", on: disk), leavesPending: leavesPending,
                runtime: sim.runtime(name))
        }
        @Sendable func open(
            _ name: String, isOnline: Bool, _ audience: ChangeAudience<Like>
        ) async throws -> ChangeQueue<Like> {
            try await ChangeQueue.open(
                journal: "/likes", account: "anna", configuration: sim.journal("likes", on: disk),
                destinations: [.api: .server(gateway)],
                options: ChangeQueueOptions(isOnline: isOnline, runtime: sim.runtime(name)), audience: audience)
        }
        let app = try await open("app")
        let queue = try await open("app's queue", isOnline: true, .opened(app))
        try await queue.enqueue(Like(post: "1", isLiked: true))
        try await queue.suspend()
        try await app.suspend()
        app.core.fire(event: Liked(post: "2", isLiked: true))

        let share = try await open("extension", leavesPending: true)
        share.core.fire(event: Liked(post: "3", isLiked: true))
        let beside = try await open("extension's queue", isOnline: false, .later)
        try await beside.enqueue(Like(post: "4", isLiked: true))
        try await beside.close()
        try await share.close()

        try await app.resume()
        try await queue.resume()
        await queue.idle()
        await app.core.settled()
        let (there, shown) = (await server.likes, await app.core.state.likes)
        try await sim.expect("the server has \(there)") { there == ["likes/1": "true", "likes/4": "true"] }
        try await sim.expect("shown is \(shown)") { shown == ["1": true, "2": true, "3": true, "4": true] }
        try await sim.expect("something is pending") { await app.core.pending.isEmpty }
        try await queue.close()
        try await app.close()
    }
}
