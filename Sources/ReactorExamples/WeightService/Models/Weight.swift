/// A weight as the service keeps it.
public struct Weight: Hashable, Codable, Sendable, Identifiable {
    /// The key.
    public let id: String
    /// The day of the weighing.
    public let day: Day
    /// Whole grams, so that equal weights are equal.
    public let grams: Int
    /// Where it comes from.
    public let source: WeightSource

    /// A weight.
    public init(id: String, day: Day, grams: Int, source: WeightSource = .manual) {
        self.id = id
        self.day = day
        self.grams = grams
        self.source = source
    }

    private enum CodingKeys: String, CodingKey {
        case id, day, grams, source
    }
}

/// A weight in the form in which it is sent, without its key.
struct NewWeight: Encodable {
    let day: Day
    let grams: Int
    let source: WeightSource

    private enum CodingKeys: String, CodingKey {
        case day, grams, source
    }
}
