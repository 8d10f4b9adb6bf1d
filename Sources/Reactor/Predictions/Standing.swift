/// Where an event stands in the log while predictions are pending.
public struct Standing: Sendable {
    let mark: Mark?

    /// Below every pending prediction: a refresh from the server, on top of which the predictions stay.
    public static var authoritative: Standing { Standing(mark: nil) }

    /// At the mark, which is used up: the answer to a read that began there, below what was committed since.
    public static func authoritative(asOf mark: Mark) -> Standing { Standing(mark: mark) }
}
