import Reactor
import ReactorQueries

/// What is known of a server's posts: the pages of the list that were scrolled to, and each post that was opened.
struct Feed: State, Codable, Equatable {
    /// By where they begin.
    var pages = Queries<Int, PostPage>("page")
    var posts = Queries<Int, Post>("post")

    mutating func react(to event: any Event) {
        if pages.react(to: event) || posts.react(to: event) { return }
        switch event {
        case let event as PostLiked: change(event.id) { $0.likes += 1 }
        case let event as PostRenamed: change(event.id) { $0.title = event.title }
        case let event as PostSaved: change(event.post.id) { $0 = event.post }
        case is Reset<Feed>: self = Feed()
        default: break
        }
    }

    private mutating func change(_ id: Int, _ change: (inout Post) -> Void) {
        posts.update(id, change)
        pages.updateAll { _, page in
            if let index = page.posts.firstIndex(where: { $0.id == id }) { change(&page.posts[index]) }
        }
    }

    /// The posts of the list, as many as were read, and where the next page begins; nil behind the last.
    var list: PostPage {
        var list = PostPage(posts: [], next: Feed.first)
        while let next = list.next, let page = pages[next] {
            list.posts += page.posts
            list.next = page.next
        }
        return list
    }
}

extension Feed {
    /// Where the list begins.
    static let first = 0

    static let page = ServerQuery(
        "page", \Feed.pages, retry: .exponential(attempts: 3),
        tags: { _, page in ["list"] + page.posts.map { QueryTag("post", $0.id) } }
    ) { after, core in
        try await core.dependencies.posts.page(after: after)
    }

    static let post = ServerQuery(
        "post", \Feed.posts, staleAfter: .seconds(30), retry: .exponential(attempts: 3),
        tags: { id, _ in [QueryTag("post", id)] }
    ) { id, core in
        try await core.dependencies.posts.post(id)
    }
}
