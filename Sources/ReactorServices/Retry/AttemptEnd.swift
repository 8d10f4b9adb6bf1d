/// How one attempt of a call ended, as far as deciding about another is concerned.
enum AttemptEnd: Hashable, Sendable {
    /// The service answered.
    case answered(status: Int, retryAfter: Duration?)
    /// No answer came: the connection failed, or the attempt took too long.
    case unanswered
    /// Something that another attempt would not change: a refused credential, a body that cannot be read.
    case hopeless
}
