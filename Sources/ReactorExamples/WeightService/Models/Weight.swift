public import ReactorServices

/// A weight as the service keeps it.
public struct Weight: Hashable, Codable, Sendable, Identifiable {
    /// The key, chosen by who created it.
    public let id: String
    /// The day of the weighing.
    public let day: Day
    /// Whole grams, so that equal weights are equal.
    public let grams: Int
    /// Where it comes from.
    public let source: WeightSource
    /// Which version of it this is; nil for one that the service has not seen.
    public let etag: ETag?

    /// A weight.
    public init(id: String, day: Day, grams: Int, source: WeightSource = .manual, etag: ETag? = nil) {
        self.id = id
        self.day = day
        self.grams = grams
        self.source = source
        self.etag = etag
    }

    private enum CodingKeys: String, CodingKey {
        case id, day, grams, source, etag
    }
}
