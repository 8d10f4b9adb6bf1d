import Reactor

/// The user has liked a post.
struct PostLiked: Event, Codable, Hashable {
    var id: Int
}

/// The user has changed the title of a post.
struct PostRenamed: Event, Codable, Hashable {
    var id: Int
    var title: String
}

/// The server has changed a post as requested.
struct PostSaved: Event, Codable, Hashable {
    var post: Post
}
