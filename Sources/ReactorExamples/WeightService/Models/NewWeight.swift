/// A weight as it is sent, before or beside its key.
struct NewWeight: Encodable {
    let day: Day
    let grams: Int
    let source: WeightSource

    private enum CodingKeys: String, CodingKey {
        case day, grams, source
    }
}
