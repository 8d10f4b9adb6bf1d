import Reactor
import ReactorQueries

/// A post, as the server stores it.
struct Post: Identifiable, Codable, Hashable, Sendable {
    var id: Int
    var title: String
    var likes: Int
    /// The number of the last change.
    var version: Int
}

/// A service for posts. Commands and queries call it; the state never does.
protocol PostService: Sendable {
    /// Returns a page of the list; the first page if the position is nil.
    func page(after place: Int?) async throws -> PageList<Post, Int>
    func post(_ id: Int) async throws -> Post
    /// Likes a post. Two requests with one key add one like.
    func like(_ id: Int, key: String) async throws -> Post
    func rename(_ id: Int, to title: String, key: String) async throws -> Post
}

/// The dependency key of the post service.
enum PostServiceKey: DependencyKey {
    static var liveValue: any PostService { NoPosts() }
}

extension Dependencies {
    var posts: any PostService {
        get { self[PostServiceKey.self] }
        set { self[PostServiceKey.self] = newValue }
    }
}

/// The default service, which contains no posts.
private struct NoPosts: PostService {
    func page(after place: Int?) -> PageList<Post, Int> { PageList([], next: nil) }
    func post(_ id: Int) throws -> Post { throw FeedError.noSuchPost(id) }
    func like(_ id: Int, key: String) throws -> Post { throw FeedError.noSuchPost(id) }
    func rename(_ id: Int, to title: String, key: String) throws -> Post { throw FeedError.noSuchPost(id) }
}
