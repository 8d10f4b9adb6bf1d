/// A weight, as the service stores it.
package struct Weight: Hashable, Codable, Sendable, Identifiable {
    /// The key.
    package let id: String
    /// The day of the weighing.
    package let day: Day
    /// The weight in whole grams, so that equal weights are equal.
    package let grams: Int
    /// The source of the weight.
    package let source: WeightSource

    /// Creates a weight.
    package init(id: String, day: Day, grams: Int, source: WeightSource = .manual) {
        self.id = id
        self.day = day
        self.grams = grams
        self.source = source
    }

    private enum CodingKeys: String, CodingKey {
        case id, day, grams, source
    }
}

/// A weight without its key, as it is sent.
struct NewWeight: Encodable {
    let day: Day
    let grams: Int
    let source: WeightSource

    private enum CodingKeys: String, CodingKey {
        case day, grams, source
    }
}
