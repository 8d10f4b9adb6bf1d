import ReactorQueries
import ReactorTesting

/// A post service in this process, with a simulated network that is controlled by a seed.
struct FakePosts: PostService {
    static let pageSize = 3

    let server: FakeServer<Post>

    /// Receives a description of each failed request.
    var report: @Sendable (String) -> Void = { _ in }

    func page(after place: Int?) async throws -> PageList<Post, Int> {
        let name = place.map { "a read of the page after \($0)" } ?? "a read of the first page"
        let page = try await watched(name) { try await server.page(after: place, limit: Self.pageSize) }
        return PageList(page.rows, next: page.next)
    }

    func post(_ id: Int) async throws -> Post {
        try await watched("a read of post \(id)") { try await server.read(id) }
    }

    func like(_ id: Int, key: String) async throws -> Post {
        try await change("a like of post \(id)", id, key) { $0.likes += 1 }
    }

    func rename(_ id: Int, to title: String, key: String) async throws -> Post {
        try await change("a rename of post \(id)", id, key) { post in
            if title.isEmpty { throw FeedError.emptyTitle }
            post.title = title
        }
    }

    private func change(
        _ name: String, _ id: Int, _ key: String, _ change: @escaping @Sendable (inout Post) throws -> Void
    ) async throws -> Post {
        let post = try await watched(name) {
            try await server.write(id, key: key) { post in
                guard var changed = post else { throw FeedError.noSuchPost(id) }
                try change(&changed)
                post = changed
            }
        }
        guard let post else { throw FeedError.noSuchPost(id) }
        return post
    }

    private func watched<Answer>(_ name: String, _ ask: () async throws -> Answer) async throws -> Answer {
        do {
            return try await ask()
        } catch {
            switch error {
            case SimulatedFault.refused: report("the server is too busy for \(name)")
            case SimulatedFault.timedOut: report("\(name) had no answer")
            case let error as FeedError: report("the server refuses \(name): \(error)")
            default: break
            }
            throw error
        }
    }

    /// The posts on the server at the beginning of the story.
    static let posts = [
        "Bread without kneading", "A bicycle for the rain", "How to sharpen a knife", "Five walks at night",
        "The piano in the station", "Letters from an island", "Why cats knock things over",
    ].enumerated().map { Post(id: $0 + 1, title: $1, likes: 3 * $0 % 5 + 1, version: 0) }
}
