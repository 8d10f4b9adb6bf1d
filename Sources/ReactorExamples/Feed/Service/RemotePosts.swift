import ReactorQueries
import ReactorServices

/// The posts of a server at an address.
///
/// `GET /posts?after=3` returns `{"posts": [{"id", "title", "likes", "version"}], "next": 6}`, without `next` after the
/// last post. `GET /posts/7` returns one post. `PUT /posts/7/like` and `PUT /posts/7/title` change it, once for each
/// `Idempotency-Key`.
struct RemotePosts: PostService {
    let gateway: any Gateway

    private struct Answer: Decodable {
        var posts: [Post]
        var next: Int?
    }

    func page(after place: Int?) async throws -> PageList<Post, Int> {
        let answer = try await gateway.get("/posts", as: Answer.self, params: place.map { ["after": $0] } ?? [:])
        return PageList(answer.posts, next: answer.next)
    }

    func post(_ id: Int) async throws -> Post { try await gateway.get("/posts/\(id)", as: Post.self) }

    func like(_ id: Int, key: String) async throws -> Post { try await change(id, "like", key, body: nil) }

    func rename(_ id: Int, to title: String, key: String) async throws -> Post {
        try await change(id, "title", key, body: .json(["title": title]))
    }

    private func change(_ id: Int, _ what: String, _ key: String, body: RequestBody?) async throws -> Post {
        let response = try await gateway.put(
            "/posts/\(id)/\(what)", headers: ["Idempotency-Key": key], body: body)
        guard response.isSuccess else { throw FeedError.notChanged(id, status: response.status) }
        return try await post(id)
    }
}
