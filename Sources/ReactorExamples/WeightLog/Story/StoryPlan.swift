/// What happens in the story: decided by a seed before it begins.
struct StoryPlan: Equatable, Sendable {
    /// What the service has at the start.
    let earlier: [WeightRecord]
    /// Logged one right after the other.
    let logged: [WeightRecord]
    /// How long the service takes for each of those, all different.
    let delays: [Duration]
    /// Which of them is refused.
    let refused: Int
    let reason: String
    /// Logged by another device meanwhile.
    let elsewhere: WeightRecord
    /// The refused weight, logged once more.
    let again: WeightRecord

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let start = Day(ordinal: StoryPlan.firstDay)
        var grams = random.number(in: 7_200...8_800) * 10
        var records: [WeightRecord] = []
        for id in 1...6 {
            grams += random.number(in: -40...40) * 10
            // A whole hundred grams would hide that the service rounds.
            if grams % 100 == 0 { grams += 30 }
            guard let weight = Weight(grams: grams) else { continue }
            records.append(WeightRecord(id: id, reading: Reading(day: start.advanced(by: id - 1), weight: weight)))
        }
        earlier = records[..<2].map(StoryConditions.toHundredGrams)
        logged = Array(records[2..<5])
        elsewhere = StoryConditions.toHundredGrams(records[5])
        delays = StoryPlan.shuffled([600, 1_050, 1_500], with: &random).map { .milliseconds($0) }
        refused = random.number(in: 0...2)
        reason = StoryPlan.reasons[random.number(in: 0...StoryPlan.reasons.count - 1)]
        again = WeightRecord(id: 7, reading: logged[refused].reading)
    }

    private static func shuffled(_ values: [Int], with random: inout SeededRandom) -> [Int] {
        var rest = values
        return values.map { _ in rest.remove(at: random.number(in: 0...rest.count - 1)) }
    }

    /// 2026-01-01.
    private static let firstDay = 20_454
    private static let reasons = [
        "the service did not answer in time", "the connection was lost", "the service is too busy",
    ]
}
