/// Recorded as its grams.
extension Weight: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let grams = try container.decode(Int.self)
        guard let weight = Weight(grams: grams) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(grams) g is not a weight that a person can have")
        }
        self = weight
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(grams)
    }
}
