/// What a sequence does when a step is refused because an earlier answer is too old: an upload address that has expired,
/// say.
public struct RestartRule: Hashable, Codable, Sendable {
    /// The step at which the sequence begins again; what was answered from there on is forgotten.
    package let step: String
    /// The refusals that mean this.
    package let statuses: [Int]

    /// Begins again at `step` when the service answers with one of `statuses`.
    public init(step: String, statuses: [Int] = [403, 410]) {
        self.step = step
        self.statuses = statuses
    }
}
