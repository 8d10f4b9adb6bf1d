import Reactor

/// The user likes a post.
struct PostLiked: Event, Codable, Hashable {
    var id: Int
}

/// The user gives a post another title.
struct PostRenamed: Event, Codable, Hashable {
    var id: Int
    var title: String
}

/// The server has changed a post as requested.
struct PostSaved: Event, Codable, Hashable {
    var post: Post
}
