/// The changes of a weight. A property that is nil leaves its value as it is.
public struct WeightChange: Hashable, Codable, Sendable {
    /// Another day.
    public let day: Day?
    /// Another number of grams.
    public let grams: Int?

    /// A change.
    public init(day: Day? = nil, grams: Int? = nil) {
        self.day = day
        self.grams = grams
    }

    private enum CodingKeys: String, CodingKey {
        case day, grams
    }
}
