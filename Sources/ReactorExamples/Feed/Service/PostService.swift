import Reactor
import ReactorQueries

/// A post as the server has it.
struct Post: Identifiable, Codable, Hashable, Sendable {
    var id: Int
    var title: String
    var likes: Int
    /// The number of its last change.
    var version: Int
}

/// Where the posts are. Commands and queries talk to it; the state never does.
protocol PostService: Sendable {
    /// A page of all posts; nil asks for the first.
    func page(after place: Int?) async throws -> PageList<Post, Int>
    func post(_ id: Int) async throws -> Post
    /// Likes a post; asked twice with one key, once.
    func like(_ id: Int, key: String) async throws -> Post
    func rename(_ id: Int, to title: String, key: String) async throws -> Post
}

/// The key under which the posts are found.
enum PostServiceKey: DependencyKey {
    static var liveValue: any PostService { NoPosts() }
}

extension Dependencies {
    var posts: any PostService {
        get { self[PostServiceKey.self] }
        set { self[PostServiceKey.self] = newValue }
    }
}

/// Nothing was named.
private struct NoPosts: PostService {
    func page(after place: Int?) -> PageList<Post, Int> { PageList([], next: nil) }
    func post(_ id: Int) throws -> Post { throw FeedError.noSuchPost(id) }
    func like(_ id: Int, key: String) throws -> Post { throw FeedError.noSuchPost(id) }
    func rename(_ id: Int, to title: String, key: String) throws -> Post { throw FeedError.noSuchPost(id) }
}
