import Reactor
import ReactorQueries
import ReactorRecording

struct Article: Identifiable, Codable, Equatable, Sendable {
    var id: Int
    var text: String
}

struct Title: Identifiable, Codable, Equatable, Sendable {
    var id: Int
    var title: String
}

protocol ArticleService: Sendable {
    func article(_ id: Int) async throws -> Article
    /// The titles from this one on, at most `count`. Fewer than `count` means the end.
    func titles(from first: Int, count: Int) async throws -> [Title]
}

/// Seven articles in memory. `edit` changes a text on the server, without a message to the app.
actor FakeArticles: ArticleService {
    private var editions: [Int: Int] = [:]
    private(set) var articleRequests: [Int] = []
    private(set) var pageRequests: [Int] = []

    func article(_ id: Int) -> Article {
        articleRequests.append(id)
        return Article(id: id, text: text(id))
    }

    func titles(from first: Int, count: Int) -> [Title] {
        pageRequests.append(first)
        return (first..<min(first + count, 8)).map { Title(id: $0, title: "Title \($0)") }
    }

    func text(_ id: Int) -> String { "Article \(id), edition \(editions[id, default: 1])" }
    func edit(_ id: Int, to edition: Int) { editions[id] = edition }

    /// The requests since the last call.
    func takeRequests() -> (articles: [Int], pages: [Int]) {
        defer { (articleRequests, pageRequests) = ([], []) }
        return (articleRequests, pageRequests)
    }
}

enum ArticleServiceKey: DependencyKey {
    static let liveValue: any ArticleService = FakeArticles()
}

extension Dependencies {
    var articles: any ArticleService {
        get { self[ArticleServiceKey.self] }
        set { self[ArticleServiceKey.self] = newValue }
    }
}

struct Bookmarked: Event, Codable {
    var id: Int
    var isBookmarked: Bool
}

struct ReadingRoom: State, Codable, Equatable {
    var articles = QueryCache<Int, Article>("articles")
    var titles = QueryCache<String, PageList<Title, Int>>("titles")
    var bookmarks: Set<Int> = []

    mutating func react(to event: any Event) {
        if articles.react(to: event) || titles.react(to: event) { return }
        switch event {
        case let event as Bookmarked:
            if event.isBookmarked { bookmarks.insert(event.id) } else { bookmarks.remove(event.id) }
        case is Reset<ReadingRoom>: self = ReadingRoom()
        default: break
        }
    }

    static let article = ServerQuery(
        "articles", \ReadingRoom.articles, tags: { id, _ in [QueryTag("article", id)] }
    ) { id, core in
        try await core.dependencies.articles.article(id)
    }

    static let pageSize = 3
    static let list = ServerQuery(
        pages: "titles", \ReadingRoom.titles, tags: { name, _ in [QueryTag("titles", name)] }
    ) { _, cursor, core in
        let first = cursor ?? 1
        let page = try await core.dependencies.articles.titles(from: first, count: pageSize)
        return PageList(page, next: page.count < pageSize ? nil : first + pageSize)
    }

    static let catalog = EventCatalog<ReadingRoom>(
        parts: [.part(\.articles, as: "articles"), .part(\.titles, as: "titles")],
        events: [.event(Bookmarked.self, as: "bookmarked")])
}
