/// The changes of a weight. A property that is nil does not change the value.
public struct WeightChange: Hashable, Codable, Sendable {
    /// The new day.
    public let day: Day?
    /// The new weight in grams.
    public let grams: Int?

    /// Creates a change.
    public init(day: Day? = nil, grams: Int? = nil) {
        self.day = day
        self.grams = grams
    }

    private enum CodingKeys: String, CodingKey {
        case day, grams
    }
}
