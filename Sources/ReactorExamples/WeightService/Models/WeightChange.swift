/// The changes of a weight. A property that is nil does not change the value.
package struct WeightChange: Hashable, Codable, Sendable {
    /// The new day.
    package let day: Day?
    /// The new weight in grams.
    package let grams: Int?

    /// Creates a change.
    package init(day: Day? = nil, grams: Int? = nil) {
        self.day = day
        self.grams = grams
    }

    private enum CodingKeys: String, CodingKey {
        case day, grams
    }
}
