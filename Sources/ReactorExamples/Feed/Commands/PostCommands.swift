import Reactor
import ReactorQueries

/// Likes a post. The like is shown immediately, and rolled back if the server refuses it. Afterwards, the post is
/// reloaded.
struct LikePost: Command {
    var id: Int
    /// The server processes requests with one key once, so a request without a response is sent again.
    var key: String

    var options: CommandOptions { CommandOptions(owner: Feed.self) }

    func execute(state: Feed, core: Core<Feed>) async throws {
        try await core.optimistically(
            PostLiked(id: id), invalidating: [QueryTag("post", id)],
            retry: .exponential(attempts: 3, if: FeedError.isWorthAnotherTry)
        ) { _ in
            .commit(with: [PostSaved(post: try await core.dependencies.posts.like(id, key: key))])
        }
    }
}

/// Changes the title of a post, in the same way.
struct RenamePost: Command {
    var id: Int
    var title: String
    var key: String

    var options: CommandOptions { CommandOptions(id: "rename \(id)", policy: .enqueue, owner: Feed.self) }

    func execute(state: Feed, core: Core<Feed>) async throws {
        try await core.optimistically(
            PostRenamed(id: id, title: title), invalidating: [QueryTag("post", id)],
            retry: .exponential(attempts: 3, if: FeedError.isWorthAnotherTry)
        ) { _ in
            .commit(with: [PostSaved(post: try await core.dependencies.posts.rename(id, to: title, key: key))])
        }
    }
}
