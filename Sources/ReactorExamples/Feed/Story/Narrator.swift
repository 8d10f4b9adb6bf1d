import Reactor
import ReactorQueries

/// Follows a core, and tells what a person would see of it.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
actor Narrator: Subscriber {
    private let pages: Pages
    private var last = Feed()

    init(_ pages: Pages) { self.pages = pages }

    func update(with feed: Feed) {
        defer { last = feed }
        for entry in feed.pages.entries {
            let name = entry.id == Feed.first ? "the list" : "the page behind \(entry.id)"
            tell(name, last.pages.entries[id: entry.id], entry) { "\($0.posts.count) posts" }
        }
        for entry in feed.posts.entries {
            tell("post \(entry.id)", last.posts.entries[id: entry.id], entry) { "\($0)" }
        }
        let known = Dictionary(last.list.posts.map { ($0.id, $0) }) { first, _ in first }
        for post in feed.list.posts {
            guard let old = known[post.id] else {
                pages.say(.changed, "+ \(post)")
                continue
            }
            // A new version alone is nothing to see.
            if (old.title, old.likes) != (post.title, post.likes) { pages.say(.changed, "~ \(post)") }
        }
    }

    private func tell<Key, Value>(
        _ name: String, _ old: QueryEntry<Key, Value>?, _ new: QueryEntry<Key, Value>?, _ text: (Value) -> String
    ) {
        guard let new else { return }
        if new.isFetching && old?.isFetching != true { pages.say(.read, "… \(name) is being read") }
        guard old?.isFetching == true, !new.isFetching else { return }
        if let failure = new.failure {
            pages.say(.read, "✗ \(name) could not be read: \(failure)")
        } else if let value = new.value {
            pages.say(.read, "✓ \(name): \(text(value))")
        }
    }
}

extension Post: CustomStringConvertible {
    var description: String { "\(id) \"\(title)\", \(likes) \(likes == 1 ? "like" : "likes")" }
}
