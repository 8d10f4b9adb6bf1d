import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries of a state that starts over, or is absent for a while")
struct StartedOverTests {
    @Test("A look that a Reset cancels decides nothing any more: what is watched is read, and a fetch does not throw")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func cancelledLook() async throws {
        let report = try await Simulation.check(seeds: 0..<200, options: SimulationOptions(runsTwice: false)) { sim in
            let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.server = Server() })
            let query = ServerQuery<Feed, Int, Post>("posts", \Feed.posts) { id, _ in Post(id: id, title: "one") }
            let watch = core.watch(query, 7)
            let fetched = Locked<Result<Post, any Error>?>(nil)
            sim.start("fetch") {
                do {
                    let post = try await core.fetch(query, 7)
                    fetched.withLock { $0 = .success(post) }
                } catch { fetched.withLock { $0 = .failure(error) } }
            }
            sim.start("reset") { core.fire(event: Reset<Feed>()) }
            await sim.settled()
            let result = fetched.copy
            try await sim.expect("\(String(describing: result))") { (try? result?.get().title) == "one" }
            try await sim.expect { await core.state.posts[7]?.title == "one" }
            try await sim.expect { await core.state.posts.entries[id: 7]?.isFetching == false }
            watch.cancel()
        }
        #expect(report.seeds == 200)
    }
}
