import Reactor
import ReactorQueries

/// Likes a post: shown at once, taken back if the server says no, and read again behind it.
struct LikePost: Command {
    var id: Int
    /// The server does what has one key once, so a lost answer is asked for again.
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

/// Gives a post another title, in the same way.
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
