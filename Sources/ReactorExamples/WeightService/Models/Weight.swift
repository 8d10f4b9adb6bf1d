import ReactorServices

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

/// A response to `listWeights`.
struct WeightPage: Decodable {
    let items: [Weight]
    let next: ContinuationToken?

    private enum CodingKeys: String, CodingKey {
        case items, next
    }
}

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

/// The source of a weight. The service may use values that are unknown to this client; they are preserved.
package struct WeightSource: OpenStringEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The user entered the weight.
    package static let manual: WeightSource = "manual"
    /// Scales sent the weight.
    package static let scales: WeightSource = "scales"

    package static let allKnown = [manual, scales]
}
