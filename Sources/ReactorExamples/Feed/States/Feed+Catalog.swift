import Reactor
import ReactorQueries
import ReactorRecording
import ReactorTools

extension Feed {
    /// The name of the program in its recordings.
    static let app = "feed"

    /// The recorded events.
    static let catalog = EventCatalog<Feed>(events: [
        .event(QueryChange<String, PageList<Post, Int>>.self, as: "list.read"),
        .event(QueryChange<Int, Post>.self, as: "post.read"),
        .event(QueriesInvalidated.self, as: "invalidated"),
        .event(PostLiked.self, as: "post.liked"),
        .event(PostRenamed.self, as: "post.renamed"),
        .event(PostSaved.self, as: "post.saved"),
        .reset(Feed.self, as: "feed.reset"),
        .commandEnded(as: "command.ended"),
    ])

    /// The conditions that hold in every state.
    static let invariants = [
        Invariant<Feed>("no post has fewer than no likes") { feed in
            feed.list?.items.allSatisfy { $0.likes >= 0 } ?? true
        }
    ]

    /// Returns the tool for the recordings.
    static func tool(version: String) -> JournalTool<Feed> {
        JournalTool(catalog, app: app, invariants: invariants, versions: [app: version])
    }
}
