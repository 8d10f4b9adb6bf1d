import ReactorServices

/// Posts of a server at an address. `GET /posts?after=3` answers `{"posts": [{"id", "title", "likes", "version"}], "next": 6}`,
/// without `next` behind the last, and `GET /posts/7` one of them. `PUT /posts/7/like` and `PUT /posts/7/title` change it, once
/// for each `Idempotency-Key`.
struct RemotePosts: PostService {
    let gateway: any Gateway

    func page(after place: Int) async throws -> PostPage {
        try await gateway.get("/posts", as: PostPage.self, params: place == Feed.first ? [:] : ["after": place])
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
