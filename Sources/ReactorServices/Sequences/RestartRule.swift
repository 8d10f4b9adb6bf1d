/// The rule for a step that is refused because an earlier response has expired, such as an upload address.
public struct RestartRule: Hashable, Codable, Sendable {
    package let step: String
    package let statuses: [Int]

    /// Creates a rule that repeats the sequence from `step` if the service responds with one of `statuses`. The responses
    /// to that step and all later ones are discarded.
    public init(step: String, statuses: [Int] = [403, 410]) {
        self.step = step
        self.statuses = statuses
    }
}
