import ReactorServices

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

/// A weight as it is sent, before or beside its key.
struct NewWeight: Encodable {
    let day: Day
    let grams: Int
    let source: WeightSource

    private enum CodingKeys: String, CodingKey {
        case day, grams, source
    }
}

/// What is to be different about a weight. What is nil stays.
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

/// One answer to `list`, as it is sent.
struct WeightPage: Decodable {
    let items: [Weight]
    let next: ContinuationToken?

    private enum CodingKeys: String, CodingKey {
        case items, next
    }
}

public import ReactorServices

/// Where a weight comes from. A service may know more of them than this client; those are kept as they came.
public struct WeightSource: OpenStringEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Somebody typed it.
    public static let manual: WeightSource = "manual"
    /// Scales sent it.
    public static let scales: WeightSource = "scales"

    public static let allKnown = [manual, scales]
}

/// A day of the calendar, sent as `2026-01-02`.
public struct Day: Hashable, Codable, Sendable {
    /// The year, such as 2026.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// A day. Whether the calendar has it, the service says.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that a text of the form `2026-01-02` names; nil for another form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Day(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no day of the form 2026-01-02")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Day: CustomStringConvertible {
    public var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))" }

    private func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
