import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorQueries

/// A key that counts how often a look is begun: the name of the command has it.
private struct Counted: Hashable, CustomStringConvertible {
    static let looks = Locked(0)
    var id: Int

    var description: String {
        Self.looks.withLock { $0 += 1 }
        return "\(id)"
    }
}

private struct Liked: Event {}

private struct Wall: State {
    var posts = Queries<Counted, String>("posts")
    var others = Queries<Int, String>("others")

    mutating func react(to event: any Event) { _ = posts.react(to: event) || others.react(to: event) }
}

@Suite("How many looks there are", .serialized)
struct CountedLooksTests {
    @Test(
        "Beside answers of others no look is begun at what is watched, while an invalidation stands above a prediction",
        arguments: [25, 100])
    func underAPrediction(count: Int) async throws {
        let posts = ServerQuery<Wall, Counted, String>(
            "posts", \Wall.posts, tags: { key, _ in [QueryTag("post", key.id)] }
        ) { _, _ in "post" }
        let others = ServerQuery<Wall, Int, String>("others", \Wall.others) { _, _ in "other" }
        let core = Core(state: Wall())
        let watches = (0..<count).map { core.watch(posts, Counted(id: $0)) }
        await core.idle()
        let pending = core.predict(Liked(), about: ["a like"])
        core.invalidate("nothing")
        await core.idle()
        Counted.looks.withLock { $0 = 0 }
        for key in 0..<count {
            _ = try await core.fetch(others, key)
            await core.idle()
        }
        #expect(Counted.looks.copy == 0)
        core.invalidate(QueryTag("post", 7))
        await core.idle()
        #expect(Counted.looks.copy == 1)
        pending.rollback()
        withExtendedLifetime(watches) {}
    }
}
