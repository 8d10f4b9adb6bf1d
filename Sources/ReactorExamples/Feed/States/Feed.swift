import Reactor
import ReactorQueries

/// The cached posts of a server: the loaded pages of the list, and each opened post.
struct Feed: State, Codable, Equatable {
    var lists = QueryCache<String, PageList<Post, Int>>("list")
    var posts = QueryCache<Int, Post>("post")

    mutating func react(to event: any Event) {
        if lists.react(to: event) || posts.react(to: event) { return }
        switch event {
        case let event as PostLiked: change(event.id) { $0.likes += 1 }
        case let event as PostRenamed: change(event.id) { $0.title = event.title }
        case let event as PostSaved: change(event.post.id) { $0 = event.post }
        case is Reset<Feed>: self = Feed()
        default: break
        }
    }

    /// Changes a post in both places: the opened post, and its row in the list.
    private mutating func change(_ id: Int, _ change: (inout Post) -> Void) {
        posts.update(id, change)
        lists.updateAll { _, list in
            guard var post = list.items[id: id] else { return }
            change(&post)
            list.items[id: id] = post
        }
    }

    /// The loaded pages.
    var list: PageList<Post, Int>? { lists[Feed.all] }
}

extension Feed {
    /// The key of the only list, which contains all posts.
    static let all = "all"

    static let list = ServerQuery(
        pages: "list", \Feed.lists, retry: .exponential(attempts: 3),
        tags: { _, list in ["list"] + list.items.map { QueryTag("post", $0.id) } }
    ) { _, cursor, core in
        try await core.dependencies.posts.page(after: cursor)
    }

    static let post = ServerQuery(
        "post", \Feed.posts, staleAfter: .seconds(30), retry: .exponential(attempts: 3),
        tags: { id, _ in [QueryTag("post", id)] }
    ) { id, core in
        try await core.dependencies.posts.post(id)
    }
}

/// The user has liked a post.
struct PostLiked: Event, Codable, Hashable {
    var id: Int
}

/// The user has changed the title of a post.
struct PostRenamed: Event, Codable, Hashable {
    var id: Int
    var title: String
}

/// The server has changed a post as requested.
struct PostSaved: Event, Codable, Hashable {
    var post: Post
}
