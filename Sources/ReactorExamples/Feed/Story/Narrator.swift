import Reactor
import ReactorQueries

/// A subscriber that describes the visible changes of a core.
actor Narrator: Subscriber {
    private let pages: Pages
    private var last = Feed()

    init(_ pages: Pages) { self.pages = pages }

    func update(with feed: Feed) {
        defer { last = feed }
        for entry in feed.lists.entries {
            tell("the list", last.lists.entries[id: entry.id], entry) { list in
                "\(list.items.count) posts on \(list.pages) \(list.pages == 1 ? "page" : "pages")"
            }
        }
        for entry in feed.posts.entries {
            tell("post \(entry.id)", last.posts.entries[id: entry.id], entry) { "\($0)" }
        }
        for post in feed.list?.items ?? [] {
            guard let old = last.list?.items[id: post.id] else {
                pages.say(.changed, "+ \(post)")
                continue
            }
            // A change of the version alone is not visible.
            if (old.title, old.likes) != (post.title, post.likes) { pages.say(.changed, "~ \(post)") }
        }
    }

    private func tell<Key, Value>(
        _ name: String, _ old: QueryCache<Key, Value>.Entry?, _ new: QueryCache<Key, Value>.Entry?,
        _ text: (Value) -> String
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
