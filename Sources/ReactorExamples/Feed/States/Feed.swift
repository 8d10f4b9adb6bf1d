import Reactor
import ReactorQueries

/// The known posts of a server: the pages of the list that were scrolled to, and each post that was opened.
struct Feed: State, Codable, Equatable {
    var lists = Queries<String, PageList<Post, Int>>("list")
    var posts = Queries<Int, Post>("post")

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

    /// A post is shown as it was opened, and in the list.
    private mutating func change(_ id: Int, _ change: (inout Post) -> Void) {
        posts.update(id, change)
        lists.updateAll { _, list in
            guard var post = list.items[id: id] else { return }
            change(&post)
            list.items[id: id] = post
        }
    }

    /// The pages that were read so far.
    var list: PageList<Post, Int>? { lists[Feed.all] }
}

extension Feed {
    /// The one list that there is, of all posts.
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
