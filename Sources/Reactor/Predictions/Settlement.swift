/// How a prediction ends.
public enum Settlement: Sendable {
    /// It becomes certain where it stands.
    case commit
    /// These events take its place: what the server made of it.
    case commitWith([any Event])
    /// It is taken back, and these events are appended: the message for the user.
    case rollback([any Event])

    /// These events take the prediction's place: what the server made of it.
    public static func commit(with events: [any Event]) -> Settlement { .commitWith(events) }

    /// It is taken back, and these events, a message for the user, are appended.
    public static func rollback(with events: [any Event] = []) -> Settlement { .rollback(events) }
}
